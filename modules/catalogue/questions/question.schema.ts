import type { z } from '#platform/schema.ts'
import type { Purpose } from './purpose.shared.ts'
import type { OptionInput, ShownOption } from './question-option.schema.ts'
import type { QuestionPicture } from './question-picture.schema.ts'
import type { QuestionTypeName, QuestionUse } from './question-types.shared.ts'

type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Immutable<T[Name]> }
    : T

/**
 * With the right answers: `correct` (choices), `order` (type 3, from 1), `match` (type 20). Never send it to a student.
 */
export type QuestionOption = Immutable<Omit<z.output<typeof OptionInput>, 'id'>> & { readonly id: number }

export type QuestionConfiguration = {
  title: string
  /** Only for types with a picture. */
  picture?: QuestionPicture | undefined
  options: readonly QuestionOption[]
  required: boolean
  invalid: boolean
  noEditAfterSave: boolean
  requireReview: boolean
  confirm: boolean
  selectedComponent: number | null
  editor: { active: boolean; model: unknown; show_answer: boolean; show_hint: boolean; hint: string }
  timer: { active: boolean; seconds: number }
  /** Dates as MM/DD/YYYY. */
  validation: { regex: string; min: string; max: string }
  settings: {
    wordMinMax: { enabled: boolean; min: number; max: number }
    minMax: { enabled: boolean; min: number; max: number }
  }
  /** Types 1 and 8: a model answer for the person who grades. */
  correct?: string
  /** Why the right answer is right; shown with the answer, never before. */
  why?: string | undefined
  /** The subject of a registration question; if absent, the words of the title decide. */
  asksFor?: Purpose | undefined
}

/** A question with its right answers, for grading and for staff. */
export type Question = {
  question_id: number
  course_version_id: number
  used_in: QuestionUse
  quiz_id: number | null
  course_question_bank_id: number | null
  /** Position in its quiz, bank or list, from 1. */
  order: number
  lk_question_type_id: number
  type: QuestionTypeName
  references: string
  /** `questionId:optionId` of the answers that make it visible (any one is enough); empty: always visible. */
  conditional: readonly string[]
  configuration: QuestionConfiguration
}

/** A question as a student may see it before submitting: nothing in it reveals the correct answer. */
export type ShownQuestion = Omit<Question, 'configuration' | 'used_in' | 'references'> & {
  configuration: Omit<QuestionConfiguration, 'options' | 'editor' | 'correct' | 'why'> & {
    options: readonly Immutable<z.output<typeof ShownOption>>[]
    /** Type 20 only: the matches of the options, in an order that does not reveal the answer. */
    matches: readonly string[]
    editor: { active: boolean; show_hint: boolean; hint: string }
  }
}
