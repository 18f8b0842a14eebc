import { lk_issue_category } from '#modules/support/lookups.shared.ts'
import type { SentForm } from '#platform/web/form.ts'
import { wordsUnder } from './added-words.tsx'

/** The support settings from their form; empty fields are inherited. */
export function supportDraftOf({ values }: Pick<SentForm, 'values'>) {
  const of = (name: string) => values[`configuration.${name}`] ?? ''
  const days = [1, 2, 3, 4, 5, 6, 7].filter((day) => of(`hours.day${day}`) === '1')
  const categories = Object.keys(lk_issue_category).filter((id) => of(`category${id}`) === '1')
  const answer = wordsUnder(values, 'configuration.automaticAnswer')
  return {
    phone: of('phone'),
    email: of('email'),
    hours:
      days.length === 0
        ? null
        : { days, from: of('hours.from'), until: of('hours.until'), timezone: of('hours.timezone') },
    // If no language has text, the reply is inherited. The operation refuses text in only one of the product's two
    // languages.
    automaticAnswer: Object.keys(answer).length === 0 ? null : { 'en-us': '', 'es-es': '', ...answer },
    defaultAssignee: of('defaultAssignee'),
    categories: categories.length === 0 ? null : categories,
  }
}
