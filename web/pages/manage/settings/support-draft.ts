import { lk_issue_category } from '#modules/support/lookups.shared.ts'
import type { SentForm } from '#platform/web/form.ts'
import { wordsUnder } from './added-words.tsx'

/** The support settings from their form; empty fields are inherited. */
export function supportDraftOf({ values }: Pick<SentForm, 'values'>) {
  const inputOf = (name: string) => values[`configuration.${name}`] ?? ''
  const days = [1, 2, 3, 4, 5, 6, 7].filter((day) => inputOf(`hours.day${day}`) === '1')
  const categories = Object.keys(lk_issue_category).filter((id) => inputOf(`category${id}`) === '1')
  const answer = wordsUnder(values, 'configuration.automaticAnswer')
  return {
    phone: inputOf('phone'),
    email: inputOf('email'),
    hours:
      days.length === 0
        ? null
        : { days, from: inputOf('hours.from'), until: inputOf('hours.until'), timezone: inputOf('hours.timezone') },
    // If no language has text, the reply is inherited. The operation refuses text in only one of the product's two
    // languages.
    automaticAnswer: Object.keys(answer).length === 0 ? null : { 'en-us': '', 'es-es': '', ...answer },
    defaultAssignee: inputOf('defaultAssignee'),
    categories: categories.length === 0 ? null : categories,
  }
}
