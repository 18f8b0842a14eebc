import { isTest, type Source } from './source.ts'

/** Packages that parse bytes, possibly a stranger's. */
const packages =
  /(?:from|import\() ?'((?:csv-parse|exceljs|fast-xml-parser|file-type|fontkit|jszip|pdf-lib|saxes|sharp|yauzl)(?:\/[^']*)?)'/
const unpacking =
  /\b(?:inflate|inflateRaw|gunzip|unzip|brotliDecompress)(?:Sync)?\(|\bcreate(?:Inflate|InflateRaw|Gunzip|Unzip|BrotliDecompress)\(/

/** Server code that handles other people's input. */
const serverFolders = /^(platform|modules|web|jobs)\//
/** The building blocks of readers. */
const tools = 'platform/readers/'

/** Files that parse outside a reader, each with the reason why untrusted input can't block the server there. */
export const readerExceptions: Readonly<Record<string, string>> = {
  'platform/files/sniff.ts': 'file-type reads heads of a few bytes, one asynchronous step after the other',
  'platform/files/draw-image.ts':
    'sharp decodes in threads of its own, one picture at a time, with limits of pixels and seconds; file-type sees 4 kB',
  'platform/backup/restore.ts': 'a command, and gunzip gets only what its installation sealed',
  'platform/audit/archive-file.ts':
    'only commands open an archive here, in a process of their own, and a line of it at a time',
  'platform/grid/xlsx.ts': 'exceljs only writes here',
  'platform/paper/fonts.ts': "fontkit reads the product's own fonts",
  'platform/paper/paint.ts': "sharp draws the product's own SVG",
  'modules/learning/reporting/agencies/soap/xml.ts':
    'saxes reads 200,000 characters at most, without document types, with limits of depth and number',
  'modules/learning/certificates/render/render-certificate.ts': 'the background was drawn again when it was uploaded',
}

/**
 * Keeps parsing of untrusted bytes inside readers: a file that imports a parser is a `*.reader.ts`, or only readers
 * import it. A reader file exports only its reader, and only `readInWorker` runs it.
 */
export function checkReaders(sources: readonly Source[]): string[] {
  const productSources = sources.filter((source) => serverFolders.test(source.path) && !isTest(source))
  const importers = importersOf(productSources)
  return [
    ...productSources.flatMap((source) => checkParser(source, importers)),
    ...productSources.filter(({ path }) => isReader(path)).flatMap(checkReader),
    ...productSources
      .filter(({ text, imports }) => imports.some(({ target }) => isReader(target)) && /Reader\.read\(/.test(text))
      .map(({ path }) => `${path} runs a reader itself: readInWorker does, in a thread`),
    ...Object.keys(readerExceptions)
      .filter((path) => !productSources.some((source) => source.path === path && parserIn(source) !== null))
      .map((path) => `${path} parses nothing and needs no exception in platform/checks/readers.ts`),
  ]
}

const isReader = (path: string) => path.endsWith('.reader.ts')

/** The tools themselves count as parsers. */
const parsingTool = /^platform\/readers\/(read-csv|zip)\.ts$/

function parserIn({ path, text, imports }: Source): string | null {
  const tool = imports.find(({ target, typeOnly }) => !typeOnly && parsingTool.test(target))
  if (tool && !path.startsWith(tools)) return tool.target
  return packages.exec(text)?.[1] ?? (unpacking.test(text) ? 'node:zlib' : null)
}

function importersOf(sources: readonly Source[]): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const { path, imports } of sources)
    for (const { target, typeOnly } of imports)
      if (!typeOnly) importers.set(target, [...(importers.get(target) ?? []), path])
  return importers
}

function checkParser(source: Source, importers: ReadonlyMap<string, readonly string[]>): string[] {
  const { path } = source
  const parser = parserIn(source)
  if (parser === null || isReader(path) || path.startsWith(tools) || path in readerExceptions) return []
  const importingFiles = firstImporterOutsideReaders(path, importers)
  return importingFiles
    ? [`${path} parses with ${parser} outside of a reader (used by ${importingFiles}): declare a *.reader.ts`]
    : []
}

/** The first file that uses this one without a reader in between; the file itself if nothing uses it. */
function firstImporterOutsideReaders(
  path: string,
  importers: ReadonlyMap<string, readonly string[]>,
  seen = new Set<string>(),
): string | null {
  seen.add(path)
  const users = importers.get(path) ?? []
  if (users.length === 0) return path
  for (const user of users) {
    if (isReader(user) || seen.has(user)) continue
    if (firstImporterOutsideReaders(user, importers, seen)) return user
  }
  return null
}

function checkReader({ path, text }: Source): string[] {
  const exported = [...text.matchAll(/^export (?:const|let|(?:async )?function\*?|class) (\w+)/gm)].map(
    ([, name]) => name!,
  )
  const wrong = exported.length !== 1 || !exported[0]!.endsWith('Reader')
  return wrong ? [`${path} exports ${exported.join(', ') || 'nothing'}: a reader file exports its one …Reader`] : []
}
