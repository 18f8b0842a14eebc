import { type Locale, pick, type Text } from '../../../platform/texts.ts'
import { type AuditType, auditType, sentencesByType } from './actions.texts.ts'

const entries = (Object.keys(sentencesByType) as AuditType[]).flatMap((type) =>
  Object.entries(sentencesByType[type]).map(([action, said]) => ({ action, said, id: auditType[type] })),
)

/** Every action that has a sentence. */
export const actionNames = entries.map(({ action }) => action)
export const otherType = auditType.other

/** The types of actions as the audit log names them: an email's name is not part of it. */
export const typedActions = [
  ...entries
    .filter(({ action }) => !action.startsWith('mail.sent:'))
    .map(({ action, id }) => ({ action, type: id as number })),
  { action: 'mail.sent', type: auditType.mail as number },
]
export const knownActions = typedActions.map(({ action }) => action)
export const actionsOfType = (type: number): string[] =>
  typedActions.filter((one) => one.type === type).map(({ action }) => action)

const sentences = new Map(entries.map(({ action, said }) => [action, said]))
const unknown: Text = ['An action was recorded.', 'Se registró una acción.']

/** The sentence of an action; emails have their name behind it: `mail.sent:checkout.receipt`. */
export const sentenceOf = (action: string, locale: Locale): string => pick(locale, sentences.get(action) ?? unknown)
