import { createElement } from 'react'
import { emailLookOf, findSiteBrand } from '#modules/catalogue/index.ts'
import {
  chainOf,
  effectiveWords,
  footerOf,
  inheritSender,
  listEmailWords,
  listSenders,
} from '#modules/settings/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type DeclaredEmail, type Samples, variablesOf } from '#platform/mail/declare-email.ts'
import { type Rendered, renderEmail } from '#platform/mail/render.ts'
import { pathTo } from '#platform/path-to.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { type ChangedText, localize, type Text, withWords } from '#platform/texts.ts'
import { checkDraft, type EmailDraft, localeOfDraft, wordedEmail } from './email.schema.ts'

/** Preview values of variables used in several emails; an email declares its own. */
const samples: Samples = {
  first_name: 'Dana',
  loginid: 'dana.driver',
  buyer: 'Dana Driver',
  amount: '$24.95',
  total: '$24.95',
  order_id: '1024',
  certificate_number: 'FL-000123',
  agency: ['Florida DHSMV', 'DHSMV de Florida'],
  course: ['Basic driver improvement', 'Mejoramiento básico del conductor'],
  course_name: ['Basic driver improvement', 'Mejoramiento básico del conductor'],
  courses: ['Basic driver improvement', 'Mejoramiento básico del conductor'],
  items: ['Basic driver improvement', 'Mejoramiento básico del conductor'],
  issue_name: ['A question about my course', 'Una pregunta sobre mi curso'],
}

/** The preview value of an email's variable; undefined if it has none. */
export function sampleOf(email: DeclaredEmail, name: string, organization: string): string | Text | undefined {
  if (name === 'organization_name' || name === 'organization') return organization
  return { ...samples, ...email.samples }[name]
}

export type SampleEmail = Rendered & { subject: string; sender_name: string | null; reply_to: string | null }

/** A draft email with sample data: all its paragraphs, in the organization's style. Throws invalid. */
export async function sampleEmail(ctx: Ctx, draft: EmailDraft): Promise<SampleEmail> {
  const words = checkDraft(ctx, draft)
  const [rows, senders, brand] = await Promise.all([
    listEmailWords(ctx, chainOf(ctx), draft.email),
    listSenders(ctx, chainOf(ctx)),
    findSiteBrand(ctx, ctx.organization.organization_id),
  ])
  const look = brand ? emailLookOf(ctx, brand) : {}
  const sender = inheritSender(senders)
  const locale = localeOfDraft(draft)
  const declared = wordedEmail(draft.email)
  const { subject, heading = subject, button, texts } = declared.texts
  const drafted = [...words].flatMap(([key, own]): ChangedText[] =>
    own === '' ? [] : [[texts[key]![0], texts[key]![1], own]],
  )
  // A text that the draft empties is shown as if the organization had none.
  const unchanged = rows.filter(({ key, organization_id }) => !words.has(key) || organization_id !== chainOf(ctx)[0])
  const effective = effectiveWords(unchanged)
  const allWords = { ...effective, [locale]: [...(effective[locale] ?? []), ...drafted] }
  const { name } = ctx.organization
  const filled = (variable: string) => {
    const sample = sampleOf(declared, variable, name) ?? variable
    return typeof sample === 'string' ? sample : localize(locale, sample)
  }
  const t = (key: string) => {
    const text = texts[key]!
    return localize(locale, text, Object.fromEntries(variablesOf(text).map((variable) => [variable, filled(variable)])))
  }
  // Programs that only read declarations don't load JSX.
  const { Email } = await import('#platform/mail/email.tsx')
  return withWords(allWords, () => {
    const paragraphs = Object.keys(texts).filter((key) => ![subject, heading, button].includes(key))
    const email = createElement(Email, {
      locale,
      brand: { name },
      preheader: t(heading),
      heading: t(heading),
      name: String(samples.first_name),
      body: paragraphs.map(t),
      ...(button && {
        button: { label: t(button), href: ctx.use(siteUrlPort)(ctx.organization.code, pathTo('/dashboard')) },
      }),
    })
    const { sender_name, reply_to } = sender
    return { subject: t(subject), ...renderEmail(email, footerOf(sender), look), sender_name, reply_to }
  })
}
