import type { Area } from '#modules/catalogue/questions/area.shared.ts'
import type { Purpose } from '#modules/catalogue/questions/purpose.shared.ts'
import type { QuestionOption } from '#modules/catalogue/questions/question.schema.ts'
import type { QuestionPicture } from '#modules/catalogue/questions/question-picture.schema.ts'
import {
  hasOptions,
  type QuestionUse,
  questionTypeOf,
  typesFor,
} from '#modules/catalogue/questions/question-types.shared.ts'
import { type Locale, localize } from '#platform/texts.ts'
import { freshId } from './stable-keys.shared.ts'

export type EditedOption = Omit<QuestionOption, 'conditional'> & { conditional: number[] }

/** A question in an editor; its id is below 1 until it is saved. */
export type EditedQuestion = {
  question_id: number
  lk_question_type_id: number
  references: string
  conditional: string[]
  configuration: {
    title: string
    picture?: QuestionPicture | undefined
    options: EditedOption[]
    required: boolean
    invalid: boolean
    noEditAfterSave: boolean
    requireReview: boolean
    confirm: boolean
    selectedComponent: number | null
    editor: { active: boolean; model: null; show_answer: boolean; show_hint: boolean; hint: string }
    timer: { active: boolean; seconds: number }
    validation: { regex: string; min: string; max: string }
    settings: {
      wordMinMax: { enabled: boolean; min: number; max: number }
      minMax: { enabled: boolean; min: number; max: number }
    }
    correct?: string
    why?: string | undefined
    asksFor?: Purpose | undefined
  }
}

/** A question with the editor's defaults: the first type allowed there, required. */
export function newQuestion(use: QuestionUse): EditedQuestion {
  const limit = { enabled: false, min: 0, max: 0 }
  const question: EditedQuestion = {
    question_id: freshId(),
    lk_question_type_id: typesFor(use)[0]!,
    references: '',
    conditional: [],
    configuration: {
      title: '',
      options: [],
      required: true,
      invalid: false,
      noEditAfterSave: false,
      requireReview: false,
      confirm: false,
      selectedComponent: null,
      editor: { active: false, model: null, show_answer: false, show_hint: false, hint: '' },
      timer: { active: false, seconds: 0 },
      validation: { regex: '', min: '', max: '' },
      settings: { wordMinMax: { ...limit }, minMax: { ...limit } },
    },
  }
  return withType(question, question.lk_question_type_id)
}

/**
 * The question with another type: Single Choice starts with two options, the first one right. Empty options of True or
 * False are filled in, in the author's language.
 */
export function withType(
  question: EditedQuestion,
  lk_question_type_id: number,
  locale: Locale = 'en-us',
): EditedQuestion {
  const { options } = question.configuration
  const two: EditedOption[] = [
    { id: 1, text: '', correct: true, conditional: [] },
    { id: 2, text: '', correct: false, conditional: [] },
  ]
  const { answer, initialOptions, defaultTexts, picture, showsAnswer } = questionTypeOf(lk_question_type_id)
  // The options of a picture question are areas of the picture.
  const isSameKind = picture === questionTypeOf(question.lk_question_type_id).picture
  const isKept = options.length >= 2 && initialOptions === 'kept' && isSameKind
  const initial = initialOptions === 'none' ? [] : two
  const base = isKept ? options : initial
  const isEmpty = base.every(({ text }) => text === '')
  const filledOptions = base.map((option, index) => {
    const text = isEmpty && defaultTexts?.[index] ? localize(locale, defaultTexts[index]) : option.text
    return { ...option, text }
  })
  const orderedOptions = filledOptions.map((option, index) =>
    answer === 'order' ? { ...option, order: index + 1 } : option,
  )
  return {
    ...question,
    lk_question_type_id,
    configuration: {
      ...question.configuration,
      picture: picture ? question.configuration.picture : undefined,
      asksFor: undefined,
      options: hasOptions(lk_question_type_id) ? orderedOptions : [],
      editor: { ...question.configuration.editor, ...(showsAnswer ? {} : { show_answer: false }) },
    },
  }
}

/**
 * Questions as the API returns them, whose configuration it types loosely; authors' calls stored what the editor
 * edits.
 */
export const toEditedQuestions = (savedQuestions: readonly object[]): EditedQuestion[] =>
  savedQuestions as EditedQuestion[]

/** A question as calls take it. Fields that the editor does not change are copied. */
export const toQuestionInput = (question: EditedQuestion) => ({
  ...question,
  configuration: {
    ...question.configuration,
    options: question.configuration.options.map(({ area, ...option }) => ({
      ...option,
      ...(area && { area: toAreaInput(area) }),
    })),
  },
})

const toAreaInput = (area: Area) => (area.kind === 'polygon' ? { ...area, points: [...area.points] } : area)
