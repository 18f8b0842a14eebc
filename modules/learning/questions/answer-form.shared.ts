import { shapeOf } from '#modules/catalogue/questions/question-types.shared.ts'
import type { Answerable } from './answer.shared.ts'
import { answerShapes } from './answer-shapes.shared.ts'

type FormQuestion = Pick<Answerable, 'lk_question_type_id'> & {
  configuration: { options: readonly { id: number }[] }
}

/** Reads the answer from a form; `valuesOf` returns a field's values (FormData.getAll). */
export const readAnswer = (
  { lk_question_type_id, configuration: { options } }: FormQuestion,
  valuesOf: (name: string) => readonly string[],
): unknown =>
  answerShapes[shapeOf(lk_question_type_id)].parse(
    options.map(({ id }) => id),
    valuesOf,
  )
