import { recordedTexts } from '#modules/learning/verification/methods/methods.ts'
import { type Locale, localize, type Text } from '#platform/texts.ts'
import { identityWords } from './identity-words.texts.ts'

const words: Readonly<Record<string, Text>> = { ...recordedTexts, ...identityWords }

/** Describes an identity check: its methods or its result. Events without a text are shown as recorded. */
export const formatCheck = (locale: Locale, recorded: string): string =>
  recorded
    .split(', ')
    .map((word) => (Object.hasOwn(words, word) ? localize(locale, words[word]!) : word))
    .join(', ')
