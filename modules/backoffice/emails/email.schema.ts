import type { Ctx } from '#platform/ctx.ts'
import { errors, type Issue } from '#platform/errors.ts'
import { offeredLanguages } from '#platform/languages.ts'
import { type DeclaredEmail, type EmailTexts, findEmailDeclaration } from '#platform/mail/declare-email.ts'
import { wording, z } from '#platform/schema.ts'
import { type Locale, localize, type Text } from '#platform/texts.ts'
import { cleanWords, wordsFaultOf } from './check-words.ts'
import { emailTexts } from './emails.texts.ts'

/** An available language: emails are sent in it. */
export const emailLanguage = z
  .string()
  .max(10)
  .refine((typed) => offeredLanguages().some(({ language }) => language === typed), {
    error: wording(emailTexts.languageUnknown),
  })

/** The email, its language, and its texts by key; '' for the product's own. */
export const emailDraft = {
  email: z.string().max(100),
  language: emailLanguage,
  texts: z.record(z.string().max(100), z.string().max(5_000)),
}
export type EmailDraft = { email: string; language: string; texts: Readonly<Record<string, string>> }

export type WordedEmail = DeclaredEmail & { texts: EmailTexts }

/** An email that staff can reword. Throws 404 for others. */
export function wordedEmail(name: string): WordedEmail {
  const emailDeclaration = findEmailDeclaration(name)
  if (!emailDeclaration?.texts) throw errors.notFound()
  return emailDeclaration as WordedEmail
}

/** A draft's texts in stored form. Throws invalid, text by text. */
export function checkDraft(ctx: Pick<Ctx, 'locale'>, { email, texts }: EmailDraft): Map<string, string> {
  const defaults = wordedEmail(email).texts
  const issues: Issue[] = []
  const checked = new Map<string, string>()
  const refuse = (key: string, text: Text, params = {}) =>
    issues.push({ path: `texts.${key}`, message: localize(ctx.locale, text, params) })
  for (const [key, typed] of Object.entries(texts)) {
    const text = Object.hasOwn(defaults.texts, key) ? defaults.texts[key]! : null
    const words = cleanWords(typed)
    const fault = text && words !== '' ? wordsFaultOf(text, words, key === defaults.subject) : null
    if (!text) refuse(key, emailTexts.keyUnknown)
    else if (fault) refuse(key, fault.text, fault.params)
    else checked.set(key, words)
  }
  if (issues.length > 0) throw errors.invalid({}, {}, issues)
  return checked
}

export const localeOfDraft = ({ language }: EmailDraft): Locale => language as Locale
