import type { Ctx } from '#platform/ctx.ts'
import { errors, type Issue } from '#platform/errors.ts'
import { offeredLanguages } from '#platform/languages.ts'
import { type DeclaredEmail, type EmailTexts, findEmailDeclaration } from '#platform/mail/declare-email.ts'
import { wording, z } from '#platform/schema.ts'
import { type Locale, localize, type Text } from '#platform/texts.ts'
import { cleanWords, findWordsFault } from './check-words.ts'
import { emailTexts } from './emails.texts.ts'

/** A language in which emails are sent. */
export const emailLanguage = z
  .string()
  .max(10)
  .refine((text) => offeredLanguages().some(({ language }) => language === text), {
    error: wording(emailTexts.languageUnknown),
  })

/** An email's name, language, and texts by key; '' for the product's own text. */
export const emailDraft = {
  email: z.string().max(100),
  language: emailLanguage,
  texts: z.record(z.string().max(100), z.string().max(5_000)),
}
export type EmailDraft = { email: string; language: string; texts: Readonly<Record<string, string>> }

export type WordedEmail = DeclaredEmail & { texts: EmailTexts }

/** Finds an email that staff can reword. Throws notFound for others. */
export function requireWordedEmail(name: string): WordedEmail {
  const emailDeclaration = findEmailDeclaration(name)
  if (!emailDeclaration?.texts) throw errors.notFound()
  return emailDeclaration as WordedEmail
}

/** Returns a draft's texts as they are stored. Throws invalid with an issue for each invalid text. */
export function checkDraft(ctx: Pick<Ctx, 'locale'>, { email, texts }: EmailDraft): Map<string, string> {
  const defaults = requireWordedEmail(email).texts
  const issues: Issue[] = []
  const validWords = new Map<string, string>()
  const addIssue = (key: string, text: Text, params = {}) =>
    issues.push({ path: `texts.${key}`, message: localize(ctx.locale, text, params) })
  for (const [key, text] of Object.entries(texts)) {
    const defaultText = Object.hasOwn(defaults.texts, key) ? defaults.texts[key]! : null
    const words = cleanWords(text)
    const fault = defaultText && words !== '' ? findWordsFault(defaultText, words, key === defaults.subject) : null
    if (!defaultText) addIssue(key, emailTexts.keyUnknown)
    else if (fault) addIssue(key, fault.text, fault.params)
    else validWords.set(key, words)
  }
  if (issues.length > 0) throw errors.invalid({}, {}, issues)
  return validWords
}

export const localeOfDraft = ({ language }: EmailDraft): Locale => language as Locale
