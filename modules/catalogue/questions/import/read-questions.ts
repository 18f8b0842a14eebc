import type { QuestionConfiguration } from '#modules/catalogue/questions/question.schema.ts'
import { QuestionInput } from '#modules/catalogue/questions/question-input.schema.ts'
import { checkQuestion } from '#modules/catalogue/questions/question-rules.shared.ts'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import type { z } from '#platform/schema.ts'
import { parseFile, type QuestionFile } from './parse-file.ts'
import { type FileNote, maxQuestionsRead, type ParsedQuestion, problem, UnreadableFile } from './parsed.ts'
import { type CheckedFile, type CheckedQuestion, maxTitleLength, titleKey, withProblem } from './question-file.ts'

/** The most notes about omitted parts shown to an author. */
const maxNotes = 20

/** The questions of a file, each validated separately and against the others. Throws UnreadableFile. */
export async function readQuestions(questionFile: QuestionFile): Promise<CheckedFile> {
  const { questions, notes } = await parseFile(questionFile)
  if (questions.length === 0) throw new UnreadableFile('noQuestions')
  if (questions.length > maxQuestionsRead) throw new UnreadableFile('tooMany')
  const titles = new Set<string>()
  const checkedQuestions = questions.map((question) => {
    const checkedQuestion = checkParsed(question)
    const key = titleKey(question.title)
    const isDuplicate = key !== '' && titles.has(key)
    titles.add(key)
    return isDuplicate ? withProblem(checkedQuestion, 'twice') : checkedQuestion
  })
  return { questions: checkedQuestions, notes: notes.length > maxNotes * 10 ? limitNotes(notes) : notes }
}

/** The first of many notes, and how many more there are. */
function limitNotes(notes: readonly FileNote[]): FileNote[] {
  const first = notes.slice(0, maxNotes * 10)
  return [...first, { line: notes[first.length]!.line, ...problem('leftMore', { count: notes.length - first.length }) }]
}

function checkParsed(parsed: ParsedQuestion): CheckedQuestion {
  const { line, file, title, lk_question_type_id, problems } = parsed
  const hasTooManyNotes = parsed.notes.length > maxNotes
  const notes = parsed.notes.slice(0, maxNotes)
  const base = {
    line,
    file,
    title: title.slice(0, maxTitleLength).toWellFormed(),
    lk_question_type_id,
    question: null,
    notes,
  }
  const faults = hasTooManyNotes ? [...problems, problem('leftTooMuch')] : problems
  if (lk_question_type_id === null || faults.length > 0) return { ...base, problems: faults }
  const result = QuestionInput.safeParse(inputOf(parsed, lk_question_type_id))
  if (!result.success) return { ...base, problems: [problem(isTooLong(result.error) ? 'tooLong' : 'otherKind')] }
  const configuration = result.data.configuration as QuestionConfiguration
  const draftQuestion = { question_id: 0, lk_question_type_id, conditional: [], configuration }
  const draftProblems = checkQuestion(draftQuestion, 'bank', [])
  return { ...base, question: draftProblems.length === 0 ? result.data : null, problems: draftProblems }
}

const isTooLong = (error: z.ZodError) => error.issues.some(({ code }) => code === 'too_big')

function inputOf(parsed: ParsedQuestion, lk_question_type_id: number): z.input<typeof QuestionInput> {
  const { title, options, sample, reference = '', hint = '' } = parsed
  const ordered = lk_question_type_id === questionType.sort_order
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
