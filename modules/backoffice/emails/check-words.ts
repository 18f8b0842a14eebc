import { cleanTranslation, type TranslationFault } from '#modules/settings/index.ts'
import { variablesOf } from '#platform/mail/declare-email.ts'
import { isOneLine } from '#platform/one-line.shared.ts'
import type { Text } from '#platform/texts.ts'
import { emailTexts } from './emails.texts.ts'

/** Removes invisible characters, but not line breaks, which are refused later. */
export const cleanWords = (text: string): string => cleanTranslation(text.replaceAll(/\r\n?/g, '\n'))

/** The maximum lengths. Mail programs truncate longer subjects. */
const maxLengths = { subject: 200, other: 2_000 }

/** Finds the error of a reworded text; null if it is valid. Texts may use only the variables of the original. */
export function findWordsFault(text: Text, words: string, isSubject: boolean): TranslationFault | null {
  if (!isOneLine(words)) return { text: emailTexts.oneLine, params: {} }
  const names = variablesOf(text)
  const placeholders = words.match(/\{[^{}]*\}|[{}]/g) ?? []
  if (placeholders.some((placeholder) => !names.includes(placeholder.slice(1, -1)))) {
    const allowed = names.map((name) => `{${name}}`).join(', ')
    return names.length === 0
      ? { text: emailTexts.noVariables, params: {} }
      : { text: emailTexts.variables, params: { names: allowed } }
  }
  if (/<\s*[a-z!/?]|&#?\w+;|javascript:/i.test(words)) return { text: emailTexts.markup, params: {} }
  const max = isSubject ? maxLengths.subject : maxLengths.other
  return words.length > max ? { text: emailTexts.tooLong, params: { most: max } } : null
}
