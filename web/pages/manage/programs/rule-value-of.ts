import { receivers } from '#modules/catalogue/programs/receivers.shared.ts'
import type { RuleKind } from '#modules/catalogue/programs/rules.shared.ts'
import type { SentForm } from '#platform/web/form.ts'

/** A whole number from typed text; other text stays unchanged, so that the rule refuses it with its own message. */
const numberOf = (text = ''): number | string => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : text)
const isFilled = (text: string | undefined) => text !== undefined && text.trim() !== ''

const linesOf = (text = ''): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** The value of a rule from the fields of RuleFields. */
export function ruleValueOf(kind: RuleKind, { values }: SentForm): Json {
  switch (kind.kind) {
    case 'number':
      return numberOf(values.value)
    case 'range':
      return { min: numberOf(values.min), ...(isFilled(values.max) && { max: numberOf(values.max) }) }
    case 'age':
      return {
        ...(isFilled(values.min) && { min: numberOf(values.min) }),
        ...(isFilled(values.under) && { under: numberOf(values.under) }),
      }
    case 'set':
      return Object.keys(kind.of).filter((name) => values[`value.${name}`] === '1')
    case 'one':
      return values.value ?? ''
    case 'flag':
      return values.value === '1'
    case 'lapse':
      return { amount: numberOf(values.amount), unit: values.unit ?? '' }
    case 'lockout':
      return { wrong_percent_over: numberOf(values.wrong_percent_over), after_asked: numberOf(values.after_asked) }
    case 'statement': {
      const kinds = linesOf(values.kinds)
      return { text: values.text ?? '', ...(kinds.length > 0 && { kinds }) }
    }
    case 'duties':
      return Object.keys(receivers)
        .filter((agency) => isFilled(values[`${agency}.amount`]))
        .map((agency) => ({
          agency,
          within: { amount: numberOf(values[`${agency}.amount`]), unit: values[`${agency}.unit`] ?? '' },
          after: values[`${agency}.after`] ?? '',
        }))
  }
}
