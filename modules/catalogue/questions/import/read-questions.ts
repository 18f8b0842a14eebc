import { composed } from '../../../../platform/composed.shared.ts'
import type { z } from '../../../../platform/schema.ts'
import type { QuestionConfiguration } from '../question.schema.ts'
import { QuestionInput } from '../question-input.schema.ts'
import { checkQuestion } from '../question-rules.shared.ts'
import { parseFile } from './parse-file.ts'
import { type FileNote, mostRead, type ParsedQuestion, problem, type Told, types, UnreadableFile } from './parsed.ts'

/** A question of a file as it would be added, and what keeps it from that. */
export type ReadQuestion = {
  line: number
  file?: string | undefined
  title: string
  lk_question_type_id: number | null
  /** Null where it has problems. */
  question: QuestionInput | null
  problems: Told[]
  /** Parts of it that are left out when it is added. */
  notes: Told[]
}

export type ReadFile = { questions: ReadQuestion[]; notes: FileNote[] }

/** More parts that are left out than an author reads. */
const mostNotes = 20
const longestTitle = 4_000

/** The questions of a file; `titles` are those of the bank. Throws UnreadableFile. */
export async function readQuestions(
  bytes: Uint8Array,
  file_name: string,
  titles: readonly string[],
): Promise<ReadFile> {
  const { questions, notes } = await parseFile({ bytes, file_name })
  if (questions.length === 0) throw new UnreadableFile('noQuestions')
  if (questions.length > mostRead) throw new UnreadableFile('tooMany')
  const known = new Set(titles.map(plain))
  const seen = new Set<string>()
  const read = questions.map((question) => {
    const judged = judge(question)
    const key = plain(question.title)
    const repeated = known.has(key) ? [problem('already')] : seen.has(key) ? [problem('twice')] : []
    seen.add(key)
    const problems = key === '' ? judged.problems : [...judged.problems, ...repeated]
    return { ...judged, problems, question: problems.length === 0 ? judged.question : null }
  })
  return { questions: read, notes: notes.length > mostNotes * 10 ? cut(notes) : notes }
}

/** The first of many notes, and how many more there are. */
function cut(notes: readonly FileNote[]): FileNote[] {
  const shown = notes.slice(0, mostNotes * 10)
  return [...shown, { line: notes[shown.length]!.line, ...problem('leftMore', { count: notes.length - shown.length }) }]
}

const plain = (title: string) => composed(title.slice(0, longestTitle)).replaceAll(/\s+/g, ' ').trim().toLowerCase()

function judge(parsed: ParsedQuestion): ReadQuestion {
  const { line, file, title, lk_question_type_id, problems } = parsed
  const isCrowded = parsed.notes.length > mostNotes
  const notes = parsed.notes.slice(0, mostNotes)
  const base = {
    line,
    file,
    title: title.slice(0, longestTitle).toWellFormed(),
    lk_question_type_id,
    question: null,
    notes,
  }
  const faults = isCrowded ? [...problems, problem('leftTooMuch')] : problems
  if (lk_question_type_id === null || faults.length > 0) return { ...base, problems: faults }
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
