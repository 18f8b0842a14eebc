/** Question types by what an answer looks like. (Kept here because the face of catalogue does not run in a browser.) */
export const type = {
  shortAnswer: 1,
  singleChoice: 2,
  sortOrder: 3,
  trueOrFalse: 4,
  dropdown: 5,
  multipleChoice: 6,
  longAnswer: 8,
  courseReason: 15,
  date: 16,
  upload: 19,
  matching: 20,
} as const

/** `one`: an option id. `many`: option ids as a set. `order`: option ids in order. `pairs`: option id to match. */
export type AnswerShape = 'one' | 'many' | 'order' | 'pairs' | 'text'

const shapes: Readonly<Record<number, AnswerShape>> = {
  [type.singleChoice]: 'one',
  [type.trueOrFalse]: 'one',
  [type.dropdown]: 'one',
  [type.courseReason]: 'one',
  [type.multipleChoice]: 'many',
  [type.sortOrder]: 'order',
  [type.matching]: 'pairs',
}

/** What an answer to this question type looks like; every type without options is text. */
export const shapeOf = (lk_question_type_id: number): AnswerShape => shapes[lk_question_type_id] ?? 'text'

/** Short and long answers: a person reads them. */
export const isWritten = (lk_question_type_id: number): boolean =>
  lk_question_type_id === type.shortAnswer || lk_question_type_id === type.longAnswer

/** An answer in its one stored form; null where nothing was answered. */
export type Answer = null | string | number | readonly number[] | Readonly<Record<string, string>>

/** What the rules need to know of a question; both the full and the shown question fit. */
export type Answerable = {
  lk_question_type_id: number
  configuration: {
    required: boolean
    options: readonly { id: number; text: string; match?: string }[]
    /** Of the shown question: what the options of a matching question are matched with. */
    matches?: readonly string[]
    validation: { regex: string; min: string; max: string }
    settings: {
      wordMinMax: { enabled: boolean; min: number; max: number }
      minMax: { enabled: boolean; min: number; max: number }
    }
  }
}
