import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { textOfFile } from '../../../../platform/readers/text-of-file.ts'
import { type FileNote, type ParsedFile, type ParsedQuestion, problem, short, UnreadableFile } from './parsed.ts'

/** What a package may hold, counted while it is unpacked. */
const limits = { entries: 2_001, bytes: 20 * 1024 * 1024 }

type ParseDocument = (text: string, file: string) => ParsedFile | null

/** The questions of a package, in the order of its files' names; files without questions are named. */
export async function readPackage(bytes: Uint8Array, parse: ParseDocument): Promise<ParsedFile> {
  const { documents, others } = await unpack(bytes)
  const questions: ParsedQuestion[] = []
  const notes: FileNote[] = others.map((file) => ({ file, line: 1, ...problem('leftFile', { name: short(file) }) }))
  for (const { file, text } of documents) {
    const parsed = text === null ? null : parse(text, file)
    if (!parsed) notes.push({ file, line: 1, ...problem('leftFile', { name: short(file) }) })
    for (const question of parsed?.questions ?? []) questions.push({ ...question, file })
    for (const note of parsed?.notes ?? []) notes.push({ ...note, file })
  }
  return { questions, notes }
}

type Unpacked = { documents: { file: string; text: string | null }[]; others: string[] }

async function unpack(bytes: Uint8Array): Promise<Unpacked> {
  const unpacked: Unpacked = { documents: [], others: [] }
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes), { validateEntrySizes: true, autoClose: false })
    if (zip.entryCount > limits.entries) throw new UnreadableFile('packageTooLarge')
    let left = limits.bytes
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry
      // The manifest lists the other files.
      if (fileName.endsWith('/') || /(?:^|\/)imsmanifest\.xml$/i.test(fileName)) continue
      if (!/\.(?:xml|qti)$/i.test(fileName)) {
        unpacked.others.push(fileName)
        continue
      }
      const content = await readEntry(zip, entry, left)
      left -= content.length
      unpacked.documents.push({ file: fileName, text: textOfFile(content) })
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('badPackage')
  }
  unpacked.documents.sort((a, b) => (a.file < b.file ? -1 : 1))
  return unpacked
}

async function readEntry(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    size += part.length
    if (size > most) throw new UnreadableFile('packageTooLarge')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
