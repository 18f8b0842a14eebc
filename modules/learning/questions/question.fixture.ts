import type { Question, QuestionOption } from '#modules/catalogue/index.ts'
import type { QuestionConfiguration } from '#modules/catalogue/questions/question.schema.ts'
import { questionType, questionTypeOf, shapeOf } from '#modules/catalogue/questions/question-types.shared.ts'

const option = (id: number, overrides: Partial<QuestionOption>): QuestionOption => ({
  id,
  text: `option ${id}`,
  conditional: [],
  ...overrides,
})

/** Options of a type: option 2 is correct for one choice or area, 1 and 3 for several; the order is 2, 3, 1. */
function optionsOf(type: number): QuestionOption[] {
  if (type === questionType.multiple_choice) return [1, 2, 3].map((id) => option(id, { correct: id !== 2 }))
  if (type === questionType.sort_order) return [1, 2, 3].map((id) => option(id, { order: id === 1 ? 3 : id - 1 }))
  if (type === questionType.matching)
    return [1, 2, 3].map((id) => option(id, { match: ['one', 'two', 'three'][id - 1]! }))
  if (shapeOf(type) === 'spot')
    return [1, 2, 3].map((id) =>
      option(id, { correct: id === 2, area: { kind: 'rectangle', x: id * 20, y: 20, width: 15, height: 30 } }),
    )
  if (shapeOf(type) === 'one') return [1, 2].map((id) => option(id, { correct: id === 2 }))
  return []
}

/** A question of a type for tests, with its answers. */
export function questionWith(
  type: number,
  overrides: Partial<QuestionConfiguration> = {},
  question_id = type * 100,
): Question {
  const noLimit = { enabled: false, min: 0, max: 0 }
  return {
    question_id,
    course_version_id: 1,
    used_in: 'quiz',
    quiz_id: 1,
    course_question_bank_id: null,
    order: 1,
    lk_question_type_id: type,
    type: questionTypeOf(type).name,
    references: '',
    conditional: [],
    configuration: {
      title: `question of type ${type}`,
      ...(questionTypeOf(type).picture && { picture: { src: '/media/7/street.webp', alt: 'A street' } }),
      options: optionsOf(type),
      required: true,
      invalid: false,
      noEditAfterSave: false,
      requireReview: false,
      confirm: false,
      selectedComponent: null,
      editor: { active: false, model: null, show_answer: false, show_hint: false, hint: '' },
      timer: { active: false, seconds: 0 },
      validation: { regex: '', min: '', max: '' },
      settings: { wordMinMax: noLimit, minMax: noLimit },
      ...overrides,
    },
  }
}
