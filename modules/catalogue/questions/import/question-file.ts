import type { QuestionInput } from '#modules/catalogue/questions/question-input.schema.ts'
import { composed } from '#platform/composed.shared.ts'
import { type FileNote, problem, type Remark } from './parsed.ts'

/** A question of a file in importable form, and its problems. */
export type CheckedQuestion = {
  line: number
  file?: string | undefined
  title: string
  lk_question_type_id: number | null
  /** Null if it has problems. */
  question: QuestionInput | null
  problems: Remark[]
  /** Parts of it that are not imported. */
  notes: Remark[]
}

export type CheckedFile = { questions: CheckedQuestion[]; notes: FileNote[] }

export const maxTitleLength = 4_000

/** Normalizes a title: titles that differ only in spaces and case are equal. */
export const titleKey = (title: string): string =>
  composed(title.slice(0, maxTitleLength)).replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** A question with an additional problem. */
export const withProblem = (question: CheckedQuestion, key: Parameters<typeof problem>[0]): CheckedQuestion => ({
  ...question,
  question: null,
  problems: [...question.problems, problem(key)],
})

/** The questions of a file for a bank with these titles: existing ones are not added. */
export function refuseKnown({ questions, notes }: CheckedFile, titles: readonly string[]): CheckedFile {
  const titleKeys = new Set(titles.map(titleKey))
  const isKnown = ({ title }: CheckedQuestion) => titleKey(title) !== '' && titleKeys.has(titleKey(title))
  return {
    notes,
    questions: questions.map((question) => (isKnown(question) ? withProblem(question, 'already') : question)),
  }
}
