import { type Locale, pick, type Text } from '../../../platform/texts.ts'
import { type AuditType, auditType, sentencesByType } from './actions.texts.ts'

const entries = (Object.keys(sentencesByType) as AuditType[]).flatMap((type) =>
  Object.entries(sentencesByType[type]).map(([action, said]) => ({ action, said, id: auditType[type] })),
)

/** Every action that has a sentence, with its kind; two lists in one order, as SQL looks them up. */
export const actionNames = entries.map(({ action }) => action)
export const actionTypes = entries.map(({ id }) => id)
export const otherType = auditType.other

const sentences = new Map(entries.map(({ action, said }) => [action, said]))
const unknown: Text = ['An action was recorded.', 'Se registró una acción.']

/** The sentence of an action; emails have their name behind it: `mail.sent:checkout.receipt`. */
export const sentenceOf = (action: string, locale: Locale): string => pick(locale, sentences.get(action) ?? unknown)
