import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { textOfFile } from '../../../../platform/readers/text-of-file.ts'
import type { z } from '../../../../platform/schema.ts'
import type { QuestionConfiguration } from '../question.schema.ts'
import { QuestionInput } from '../question-input.schema.ts'
import { checkQuestion, type QuestionProblem } from '../question-rules.shared.ts'
import { parseCsv } from './csv.ts'
import { parseGift } from './gift.ts'
import { mostRead, type ParsedQuestion, problem, types, UnreadableFile } from './parsed.ts'
import { parseQti } from './qti.ts'

/** A question of a file as it would be added, and what keeps it from that. */
export type ReadQuestion = {
  line: number
  title: string
  lk_question_type_id: number | null
  /** Null where it has problems. */
  question: QuestionInput | null
  problems: QuestionProblem[]
}

/** What a QTI package may hold, counted while it is unpacked. */
const packageLimits = { entries: 2_001, bytes: 20 * 1024 * 1024 }

/** The questions of a CSV, GIFT or QTI 2.1 file; `titles` are those of the bank. Throws UnreadableFile. */
export async function readQuestions(
  bytes: Uint8Array,
  file_name: string,
  titles: readonly string[],
): Promise<ReadQuestion[]> {
  const parsed = await parse(bytes, file_name)
  if (parsed.length === 0) throw new UnreadableFile('noQuestions')
  if (parsed.length > mostRead) throw new UnreadableFile('tooMany')
  const known = new Set(titles.map(plain))
  const seen = new Set<string>()
  return parsed.map((question) => {
    const read = judge(question)
    const key = plain(question.title)
    const repeated = known.has(key) ? [problem('already')] : seen.has(key) ? [problem('twice')] : []
    seen.add(key)
    const problems = key === '' ? read.problems : [...read.problems, ...repeated]
    return { ...read, problems, question: problems.length === 0 ? read.question : null }
  })
}

const plain = (title: string) => title.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase()

async function parse(bytes: Uint8Array, file_name: string): Promise<ParsedQuestion[]> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return parsePackage(bytes)
  const text = textOfFile(bytes)
  if (text === null) throw new UnreadableFile('unreadable')
  if (/^\s*<(?:\?xml|!--|!DOCTYPE|[a-z:]*assessment)/i.test(text)) return parseQti(text)
  if (/\.csv$/i.test(file_name)) return parseCsv(text)
  if (/\{[\s\S]*\}/.test(text)) return parseGift(text)
  throw new UnreadableFile('unreadable')
}

/** The items of a QTI package, in the order of their names. Nothing of it is written anywhere. */
async function parsePackage(bytes: Uint8Array): Promise<ParsedQuestion[]> {
  const files: { name: string; text: string }[] = []
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes), { validateEntrySizes: true, autoClose: false })
    if (zip.entryCount > packageLimits.entries) throw new UnreadableFile('tooMany')
    let left = packageLimits.bytes
    for await (const entry of zip.eachEntry()) {
      if (!/\.xml$/i.test(entry.fileName) || /imsmanifest\.xml$/i.test(entry.fileName)) continue
      const content = await readEntry(zip, entry, left)
      left -= content.length
      files.push({ name: entry.fileName, text: textOfFile(content) ?? '' })
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('badXml')
  }
  files.sort((a, b) => (a.name < b.name ? -1 : 1))
  const questions: ParsedQuestion[] = []
  for (const { text } of files) questions.push(...parseQti(text, questions.length + 1))
  return questions
}

async function readEntry(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    size += part.length
    if (size > most) throw new UnreadableFile('tooMany')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function judge(parsed: ParsedQuestion): ReadQuestion {
  const { line, title, lk_question_type_id, problems } = parsed
  const base = { line, title: title.slice(0, 4_000), lk_question_type_id, question: null }
  if (lk_question_type_id === null || problems.length > 0) return { ...base, problems }
  const result = QuestionInput.safeParse(inputOf(parsed, lk_question_type_id))
  if (!result.success) return { ...base, problems: [problem(tooLong(result.error) ? 'tooLong' : 'otherKind')] }
  const configuration = result.data.configuration as QuestionConfiguration
  const judged = { question_id: 0, lk_question_type_id, conditional: [], configuration }
  return { ...base, question: result.data, problems: checkQuestion(judged, 'bank', []) }
}

const tooLong = (error: z.ZodError) => error.issues.some(({ code }) => code === 'too_big')

function inputOf(parsed: ParsedQuestion, lk_question_type_id: number): z.input<typeof QuestionInput> {
  const { title, options, sample, reference = '', hint = '' } = parsed
  const ordered = lk_question_type_id === types.order
  return {
    references: reference,
    lk_question_type_id,
    configuration: {
      title,
      options: options.map(({ text, correct, match }, index) => ({
        id: index + 1,
        text,
        ...(correct === undefined ? {} : { correct }),
        ...(match === undefined ? {} : { match }),
        ...(ordered ? { order: index + 1 } : {}),
      })),
      editor: { show_hint: hint !== '', hint },
      ...(sample ? { correct: sample } : {}),
    },
  }
}
