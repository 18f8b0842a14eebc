import { createElement } from 'react'
import type { Ctx } from '../../../platform/ctx.ts'
import { type Rendered, renderEmail } from '../../../platform/mail/render.ts'
import { siteUrlPort } from '../../../platform/ports.ts'
import { type ChangedText, type Locale, pick, type Text, withWords } from '../../../platform/texts.ts'
import { chainOf, footerOf, heardWords, inheritSender, listEmailWords, listSenders } from '../../settings/index.ts'
import { checkDraft, type EmailDraft, localeOfDraft, textsOf } from './email.schema.ts'

/** What variables stand for in a sample, in both languages; the others say their own name. */
const samples: Readonly<Record<string, string | Text>> = {
  first_name: 'Dana',
  loginid: 'dana.driver',
  masked: 'd***@example.com',
  inviter: 'Alex Admin',
  asker: 'Alex Admin',
  buyer: 'Dana Driver',
  amount: '$24.95',
  total: '$24.95',
  saving: '$5.00',
  code: 'SAVE5',
  order_id: '1024',
  order_name: '#1024',
  number: '9400 1000 0000 0000',
  certificate_number: 'FL-000123',
  left: '12',
  course: ['Basic driver improvement', 'Mejoramiento básico del conductor'],
  course_name: ['Basic driver improvement', 'Mejoramiento básico del conductor'],
  courses: ['Basic driver improvement', 'Mejoramiento básico del conductor'],
  items: ['Basic driver improvement', 'Mejoramiento básico del conductor'],
  quiz_name: ['Final exam', 'Examen final'],
  issue_name: ['A question about my course', 'Una pregunta sobre mi curso'],
  agency: ['Florida DHSMV', 'DHSMV de Florida'],
  outcome: ['approved', 'aprobado'],
  what: ['A passkey was added', 'Se agregó una llave de acceso'],
  note: ['The customer called us.', 'El cliente nos llamó.'],
}

function valuesOf(names: readonly string[], locale: Locale, organization: string): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      if (name === 'organization_name' || name === 'organization') return [name, organization]
      const sample = Object.hasOwn(samples, name) ? samples[name]! : name
      return [name, typeof sample === 'string' ? sample : pick(locale, sample)]
    }),
  )
}

export type SampleEmail = Rendered & { subject: string; sender_name: string | null; reply_to: string | null }

/** An email of a draft with sample data: all of its paragraphs, in the style of the organization. Throws invalid. */
export async function sampleEmail(ctx: Ctx, draft: EmailDraft): Promise<SampleEmail> {
  const words = checkDraft(ctx, draft)
  const [rows, senders] = await Promise.all([
    listEmailWords(ctx, chainOf(ctx), draft.email),
    listSenders(ctx, chainOf(ctx)),
  ])
  const sender = inheritSender(senders)
  const locale = localeOfDraft(draft)
  const { subject, heading = subject, button, texts } = textsOf(ctx, draft.email)
  const drafted = [...words].flatMap(([key, own]): ChangedText[] =>
    own === '' ? [] : [[texts[key]![0], texts[key]![1], own]],
  )
  // What the draft empties is said as if the organization had no words for it.
  const kept = rows.filter(({ key, organization_id }) => !words.has(key) || organization_id !== chainOf(ctx)[0])
  const heard = heardWords(kept)
  const said = { ...heard, [locale]: [...(heard[locale] ?? []), ...drafted] }
  const { name } = ctx.organization
  const t = (key: string) => {
    const text = texts[key]!
    const names = [...text[0].matchAll(/\{(\w+)\}/g)].map(([, one]) => one!)
    return pick(locale, text, valuesOf(names, locale, name))
  }
  // Programs that read declarations alone know no JSX.
  const { Email } = await import('../../../platform/mail/email.tsx')
  return withWords(said, () => {
    const paragraphs = Object.keys(texts).filter((key) => ![subject, heading, button].includes(key))
    const email = createElement(Email, {
      locale,
      brand: { name },
      preheader: t(heading),
      heading: t(heading),
      name: String(samples.first_name),
      body: paragraphs.map(t),
      ...(button && { button: { label: t(button), href: ctx.use(siteUrlPort)(ctx.organization.code, '/dashboard') } }),
    })
    const { sender_name, reply_to } = sender
    return { subject: t(subject), ...renderEmail(email, footerOf(sender)), sender_name, reply_to }
  })
}
