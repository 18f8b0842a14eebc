import { shapeOf } from '#modules/catalogue/questions/question-types.shared.ts'
import type { Answerable } from './answer.shared.ts'

type Asked = Pick<Answerable, 'lk_question_type_id'> & {
  configuration: { options: readonly { id: number }[] }
}

/** The field names of a question: `answer` for choices and text, one field an option for orders and matches. */
export const placeField = (option_id: number) => `place_${option_id}`
export const matchField = (option_id: number) => `match_${option_id}`

/**
 * The answer that a form holds; `all` gives the values of a field (FormData.getAll). A half-filled order comes back
 * short, so that the rules find it.
 */
export function readAnswer(
  { lk_question_type_id, configuration }: Asked,
  all: (name: string) => readonly string[],
): unknown {
  const ids = configuration.options.map((option) => option.id)
  const value = (name: string) => all(name).at(-1) ?? ''
  switch (shapeOf(lk_question_type_id)) {
    case 'many':
      return all('answer').map(Number)
    case 'pairs':
      return Object.fromEntries(ids.map((id) => [String(id), value(matchField(id))]))
    case 'order':
      return alignRows(ids, (id) => value(placeField(id)))
    case 'one':
      return value('answer') === '' ? null : Number(value('answer'))
    case 'text':
      return value('answer')
  }
}

function alignRows(ids: readonly number[], placeOf: (id: number) => string): number[] {
  const byPlace = new Map(ids.map((id) => [placeOf(id), id]))
  return ids.flatMap((_, index) => byPlace.get(String(index + 1)) ?? [])
}
