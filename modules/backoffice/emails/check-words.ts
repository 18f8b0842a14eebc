import { cleanTranslation, type TranslationFault } from '#modules/settings/index.ts'
import { variablesOf } from '#platform/mail/declare-email.ts'
import { isOneLine } from '#platform/one-line.shared.ts'
import type { Text } from '#platform/texts.ts'
import { emailTexts } from './emails.texts.ts'

/** The stored form: without invisible characters. Line breaks stay, and are refused. */
export const cleanWords = (typed: string): string => cleanTranslation(typed.replaceAll(/\r\n?/g, '\n'))

/** Mail programs cut off longer subjects. */
const maxLengths = { subject: 200, other: 2_000 }

/** The error of an email's reworded text; null if valid. Texts may use only the email's own variables. */
export function wordsFaultOf(text: Text, words: string, isSubject: boolean): TranslationFault | null {
  if (!isOneLine(words)) return { text: emailTexts.oneLine, params: {} }
  const names = variablesOf(text)
  const braces = words.match(/\{[^{}]*\}|[{}]/g) ?? []
  if (braces.some((place) => !names.includes(place.slice(1, -1)))) {
    const listed = names.map((name) => `{${name}}`).join(', ')
    return names.length === 0
      ? { text: emailTexts.noVariables, params: {} }
      : { text: emailTexts.variables, params: { names: listed } }
  }
  if (/<\s*[a-z!/?]|&#?\w+;|javascript:/i.test(words)) return { text: emailTexts.markup, params: {} }
  const max = isSubject ? maxLengths.subject : maxLengths.other
  return words.length > max ? { text: emailTexts.tooLong, params: { most: max } } : null
}
