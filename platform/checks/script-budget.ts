import type { Source } from './source.ts'

/** A file of the browser build; `source` is its entry module, relative to the project's root. */
export type Chunk = { file: string; source: string | null; imports: readonly string[]; gzipped: number }

/** The most script that a staff page may load before it is usable, gzipped. */
export const staffBudget = 160_000

const staffLayout = 'web/layouts/backoffice.tsx'
const entry = 'web/client.ts'

/**
 * Staff pages whose scripts exceed the budget: the entry plus every island that the page, its layout and their parts
 * import. Scripts that an island loads later don't count.
 */
export function checkScripts(sources: readonly Source[], chunks: readonly Chunk[]): string[] {
  return staffPages(sources, chunks)
    .filter(({ bytes }) => bytes > staffBudget)
    .map(
      ({ path, bytes, islands }) =>
        `${path} loads ${bytes} bytes of script, more than ${staffBudget}: ${islands.join(', ')}`,
    )
}

export type StaffPage = { path: string; bytes: number; islands: string[] }

export function staffPages(sources: readonly Source[], chunks: readonly Chunk[]): StaffPage[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const bySource = new Map(chunks.flatMap((chunk) => (chunk.source === null ? [] : [[chunk.source, chunk] as const])))
  const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]))
  const filesOf = (source: string, chunks = new Set<Chunk>()): Set<Chunk> => {
    const add = (chunk: Chunk | undefined) => {
      if (!chunk || chunks.has(chunk)) return
      chunks.add(chunk)
      for (const file of chunk.imports) add(byFile.get(file))
    }
    add(bySource.get(source))
    return chunks
  }
  return sources
    .filter(({ path, imports }) => path.endsWith('.page.tsx') && imports.some(({ target }) => target === staffLayout))
    .map(({ path }) => {
      const islands = islandsOf(path, byPath)
      const files = new Set([entry, ...islands].flatMap((source) => [...filesOf(source)]))
      return { path, islands, bytes: [...files].reduce((sum, { gzipped }) => sum + gzipped, 0) }
    })
}

/** The islands that a page's parts import. Module index files are skipped; they are server code. */
function islandsOf(path: string, byPath: ReadonlyMap<string, Source>): string[] {
  const seen = new Set<string>()
  const islands = new Set<string>()
  const walk = (from: string) => {
    if (seen.has(from)) return
    seen.add(from)
    for (const { target, typeOnly } of byPath.get(from)?.imports ?? []) {
      if (typeOnly || !target.endsWith('.tsx')) continue
      if (target.endsWith('.island.tsx')) islands.add(target)
      else walk(target)
    }
  }
  walk(path)
  return [...islands].toSorted()
}
