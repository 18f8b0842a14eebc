import { textOfFile } from '#platform/readers/text-of-file.ts'
import { openZip, type Zip, ZipRefused } from '#platform/readers/zip.ts'
import { excerpt, type FileNote, type ParsedFile, type ParsedQuestion, problem, UnreadableFile } from './parsed.ts'

/** The limits of a package, counted while unpacking. */
export const packageLimits = { entries: 2_001, unpacked: 20 * 1024 * 1024 }

type ParseDocument = (text: string, file: string) => ParsedFile | null

/** The questions of a package in file name order; files without questions are reported. */
export async function readPackage(bytes: Uint8Array, parse: ParseDocument): Promise<ParsedFile> {
  const questions: ParsedQuestion[] = []
  const notes: FileNote[] = []
  const zip = await orUnreadable(() => openZip(bytes, packageLimits))
  for (const file of zip.names.toSorted()) {
    // The manifest lists the other files.
    if (/(?:^|\/)imsmanifest\.xml$/i.test(file)) continue
    const text = /\.(?:xml|qti)$/i.test(file) ? await textIn(zip, file) : null
    const parsed = text === null ? null : parse(text, file)
    if (!parsed) notes.push({ file, line: 1, ...problem('leftFile', { name: excerpt(file) }) })
    for (const question of parsed?.questions ?? []) questions.push({ ...question, file })
    for (const note of parsed?.notes ?? []) notes.push({ ...note, file })
  }
  return { questions, notes }
}

async function textIn(zip: Zip, file: string): Promise<string | null> {
  const content = await orUnreadable(() => zip.bytes(file))
  return content && textOfFile(content)
}

async function orUnreadable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw new UnreadableFile(error instanceof ZipRefused ? 'packageTooLarge' : 'badPackage')
  }
}
