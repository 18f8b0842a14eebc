import { recordedWords } from '#modules/learning/verification/methods/methods.ts'
import { type Locale, pick, type Text } from '#platform/texts.ts'
import { identityWords } from './identity-words.texts.ts'

const words: Readonly<Record<string, Text>> = { ...recordedWords, ...identityWords }

/** What happened at an identity check, by which methods, or its result. What has no words here is told as it is recorded. */
export const sayCheck = (locale: Locale, recorded: string): string =>
  recorded
    .split(', ')
    .map((one) => (Object.hasOwn(words, one) ? pick(locale, words[one]!) : one))
    .join(', ')
