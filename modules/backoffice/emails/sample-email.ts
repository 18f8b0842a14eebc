import { createElement } from 'react'
import { emailLookOf, findSiteBrand } from '#modules/catalogue/index.ts'
import {
  effectiveWords,
  footerFor,
  inheritSender,
  listEmailWords,
  listSenders,
  organizationChain,
} from '#modules/settings/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type DeclaredEmail, type Samples, variablesOf } from '#platform/mail/declare-email.ts'
import { type Rendered, renderEmail } from '#platform/mail/render.ts'
import { pathTo } from '#platform/path-to.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { type ChangedText, localize, type Text, withWords } from '#platform/texts.ts'
import { checkDraft, type EmailDraft, localeOfDraft, requireWordedEmail } from './email.schema.ts'

/** The preview values of variables used in several emails; an email can declare its own. */
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

/** The preview value of a variable; undefined if it has none. */
export function selectSample(email: DeclaredEmail, name: string, organization: string): string | Text | undefined {
  if (name === 'organization_name' || name === 'organization') return organization
  return { ...samples, ...email.samples }[name]
}

export type SampleEmail = Rendered & { subject: string; sender_name: string | null; reply_to: string | null }

/** Renders a draft email with sample data: all its paragraphs, in the organization's style. Throws invalid. */
export async function renderSampleEmail(ctx: Ctx, draft: EmailDraft): Promise<SampleEmail> {
  const words = checkDraft(ctx, draft)
  const [rows, senders, brand] = await Promise.all([
    listEmailWords(ctx, organizationChain(ctx), draft.email),
    listSenders(ctx, organizationChain(ctx)),
    findSiteBrand(ctx, ctx.organization.organization_id),
  ])
  const style = brand ? emailLookOf(ctx, brand) : {}
  const sender = inheritSender(senders)
  const locale = localeOfDraft(draft)
  const declaration = requireWordedEmail(draft.email)
  const { subject, heading = subject, button, texts } = declaration.texts
  const draftTexts = [...words].flatMap(([key, draftText]): ChangedText[] =>
    draftText === '' ? [] : [[texts[key]![0], texts[key]![1], draftText]],
  )
  // The draft replaces the organization's own texts; for emptied ones the inherited text is shown.
  const unchanged = rows.filter(
    ({ key, organization_id }) => !words.has(key) || organization_id !== organizationChain(ctx)[0],
  )
  const effective = effectiveWords(unchanged)
  const allWords = { ...effective, [locale]: [...(effective[locale] ?? []), ...draftTexts] }
  const { name } = ctx.organization
  const sampleText = (variable: string) => {
    const sample = selectSample(declaration, variable, name) ?? variable
    return typeof sample === 'string' ? sample : localize(locale, sample)
  }
  const t = (key: string) => {
    const text = texts[key]!
    return localize(
      locale,
      text,
      Object.fromEntries(variablesOf(text).map((variable) => [variable, sampleText(variable)])),
    )
  }
  // Imported lazily, because programs that only read declarations can't load JSX.
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
    return { subject: t(subject), ...renderEmail(email, footerFor(sender), style), sender_name, reply_to }
  })
}
