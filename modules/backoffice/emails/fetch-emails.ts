import { emailTitle } from '#modules/backoffice/event-history/actions.ts'
import { type EmailWords, listEmailWords, organizationChain } from '#modules/settings/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { declaredEmails, type EmailTexts, variablesOf } from '#platform/mail/declare-email.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { type Locale, localize, type Text } from '#platform/texts.ts'
import { emailLanguage } from './email.schema.ts'

const TextRow = z.object({
  key: z.string(),
  /** The product's text in this language. */
  product: z.string(),
  /** The organization's own text; null if none. */
  own: z.string().nullable(),
  /** The text inherited from a parent organization, or the product's. */
  inherited: z.string(),
  variables: z.array(z.string()),
  /** Whether the organization's text is not used because the product's text has changed since. */
  outdated: z.boolean(),
})

const EmailRow = z.object({
  email: z.string(),
  /** The email's name in the event history. */
  name: z.string(),
  subject: z.string(),
  heading: z.string().nullable(),
  button: z.string().nullable(),
  texts: z.array(TextRow),
  changed: z.boolean(),
  changed_at: z.iso.datetime().nullable(),
  changed_by: z.int().nullable(),
  /** To be sent back with a change; 409 if someone has saved since. */
  version: z.int(),
})
export type EmailRow = z.output<typeof EmailRow>

export const fetchEmails = operation({
  call: 'GET /settings/emails',
  summary: 'Lists the emails that staff can reword, with the words of the organization in a language',
  added: true,
  may: staff('MANAGE_SETTINGS:READ'),
  takes: z.object({ language: emailLanguage.default('en-us') }),
  gives: z.object({ emails: z.array(EmailRow) }),
  async run(ctx, { language }) {
    const rows = await listEmailWords(ctx, organizationChain(ctx))
    const emails = declaredEmails().flatMap(({ name, title, texts }) =>
      texts ? [buildRow(ctx, { email: name, title, texts, rows, language: language as Locale })] : [],
    )
    return { emails: emails.sort((a, b) => a.name.localeCompare(b.name, ctx.locale)) }
  },
})

type EmailInput = { email: string; title: Text; texts: EmailTexts; rows: readonly EmailWords[]; language: Locale }

function buildRow(ctx: Ctx, { email, title, texts, rows, language }: EmailInput): EmailRow {
  const { organization_id } = ctx.organization
  const emailRows = rows.filter((row) => row.email === email && row.language === language)
  const ownRows = emailRows.filter((row) => row.organization_id === organization_id)
  const inheritedRows = emailRows.filter((row) => row.organization_id !== organization_id)
  const textRows = Object.entries(texts.texts).map(([key, text]) => {
    const ownRow = ownRows.find((row) => row.key === key && row.words !== null)
    const isCurrent = (row: EmailWords) => row.english === text[0] && row.spanish === text[1]
    const inherited = inheritedRows.find((row) => row.key === key && row.words !== null && isCurrent(row))
    const product = localize(language, text)
    return {
      key,
      product,
      own: ownRow?.words ?? null,
      inherited: inherited?.words ?? product,
      variables: variablesOf(text),
      outdated: ownRow !== undefined && !isCurrent(ownRow),
    }
  })
  const latestWords = ownRows.toSorted((row, other) => other.version - row.version)[0]
  return {
    email,
    name: emailTitle(title, ctx.locale),
    subject: texts.subject,
    heading: texts.heading ?? null,
    button: texts.button ?? null,
    texts: textRows,
    changed: textRows.some((row) => row.own !== null),
    changed_at: latestWords?.changed_at.toISOString() ?? null,
    changed_by: latestWords?.changed_by ?? null,
    version: latestWords?.version ?? 0,
  }
}
