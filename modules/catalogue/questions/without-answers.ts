import { createHash } from 'node:crypto'
import type { Question, QuestionOption, ShownQuestion } from './question.schema.ts'
import { questionTypeOf, shapeOf } from './question-types.shared.ts'

/**
 * The question as a student may see it before submitting: built field by field, so that answers added to the
 * configuration later stay out. Hints only with `hints`. Choices keep their stored order; the options of a sort
 * question and the matches of a matching question have a stable order that reveals nothing.
 */
export function withoutAnswers(question: Question, { hints = false }: { hints?: boolean } = {}): ShownQuestion {
  const { configuration: c } = question
  const hint = hints && c.editor.show_hint
  return {
    question_id: question.question_id,
    course_version_id: question.course_version_id,
    quiz_id: question.quiz_id,
    course_question_bank_id: question.course_question_bank_id,
    order: question.order,
    lk_question_type_id: question.lk_question_type_id,
    type: question.type,
    conditional: question.conditional,
    configuration: {
      title: c.title,
      ...(questionTypeOf(question.lk_question_type_id).picture && c.picture && { picture: { ...c.picture } }),
      options: visibleOptions(question),
      matches: visibleMatches(question),
      required: c.required,
      invalid: false,
      noEditAfterSave: c.noEditAfterSave,
      requireReview: c.requireReview,
      confirm: c.confirm,
      // For a quiz question this would reveal the lesson with the answer.
      selectedComponent:
        question.quiz_id === null && question.course_question_bank_id === null ? c.selectedComponent : null,
      ...(c.asksFor && { asksFor: c.asksFor }),
      editor: { active: c.editor.active, show_hint: hint, hint: hint ? c.editor.hint : '' },
      timer: { active: c.timer.active, seconds: c.timer.seconds },
      validation: { ...c.validation },
      settings: { wordMinMax: { ...c.settings.wordMinMax }, minMax: { ...c.settings.minMax } },
    },
  }
}

function visibleOptions(question: Question) {
  const { options } = question.configuration
  const orderedOptions =
    shapeOf(question.lk_question_type_id) === 'order' ? orderByHash(question, options, byText) : options
  return orderedOptions.map(({ id, text, conditional }) => ({ id, text, conditional: [...conditional] }))
}

function visibleMatches(question: Question): string[] {
  const { options } = question.configuration
  if (shapeOf(question.lk_question_type_id) !== 'pairs') return []
  const matches = [...new Set(options.flatMap(({ match }) => (match === undefined ? [] : [match])))]
  return orderByHash(question, matches, (match) => match)
}

const byText = ({ text }: QuestionOption) => text

/** Ordered by hash: depends only on the text, never on the stored (right) order. */
function orderByHash<T>(question: Question, items: readonly T[], words: (item: T) => string): T[] {
  const rank = (item: T) =>
    createHash('sha256')
      .update(`${question.question_id}:${words(item)}`)
      .digest('hex')
  return items.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
}
