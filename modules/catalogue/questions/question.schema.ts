import type { QuestionTypeName, QuestionUse } from './question-types.shared.ts'

/** With the right answers: `correct` (choices), `order` (type 3, from 1), `match` (type 20). Never send it to a student. */
export type QuestionOption = {
  id: number
  text: string
  correct?: boolean
  order?: number
  match?: string
  /** Ids of the questions that this option makes visible. */
  conditional: readonly number[]
}

export type QuestionConfiguration = {
  title: string
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

type ShownOption = { id: number; text: string; conditional: readonly number[] }

/** A question as a student may see it before submitting, without anything that reveals the right answer. */
export type ShownQuestion = Omit<Question, 'configuration' | 'used_in' | 'references'> & {
  configuration: Omit<QuestionConfiguration, 'options' | 'editor' | 'correct'> & {
    options: readonly ShownOption[]
    /** Type 20 only: the matches, in an order that reveals nothing. */
    matches: readonly string[]
    editor: { active: boolean; show_hint: boolean; hint: string }
  }
}
