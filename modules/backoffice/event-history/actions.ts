import { findEmailDeclaration } from '#platform/mail/declare-email.ts'
import { type Locale, localize, localText, type Text } from '#platform/texts.ts'
import { type AuditType, auditType, mailWords, sentencesByType } from './actions.texts.ts'

const entries = (Object.keys(sentencesByType) as AuditType[]).flatMap((type) =>
  Object.entries(sentencesByType[type]).map(([action, sentence]) => ({ action, sentence, id: auditType[type] })),
)

/** Every action that has a sentence. */
export const actionNames = entries.map(({ action }) => action)
export const otherType = auditType.other

/** The types of actions in the audit log. */
export const typedActions = [
  ...entries.map(({ action, id }) => ({ action, type: id as number })),
  { action: 'mail.sent', type: auditType.mail as number },
]
export const knownActions = typedActions.map(({ action }) => action)
export const actionsOfType = (type: number): string[] =>
  typedActions.filter((typedAction) => typedAction.type === type).map(({ action }) => action)

const sentences = new Map(entries.map(({ action, sentence }) => [action, sentence]))
const unknown: Text = ['An action was recorded.', 'Se registró una acción.']

/** The sentence of an action; an email's name comes after it: `mail.sent:checkout.receipt`. */
export function sentenceOf(action: string, locale: Locale): string {
  const email = action.startsWith('mail.sent:') ? findEmailDeclaration(action.slice('mail.sent:'.length)) : undefined
  if (email) return localText(locale, mailWords, 'sent', { email: localize(locale, email.title) })
  return localize(locale, sentences.get(action) ?? unknown)
}

/** The name of an email at the start of a line: 'Receipt'. */
export function emailTitle(title: Text, locale: Locale): string {
  const phrase = localize(locale, title)
  return phrase.slice(0, 1).toUpperCase() + phrase.slice(1)
}
