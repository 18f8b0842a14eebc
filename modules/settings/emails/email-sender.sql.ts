import type { Ctx } from '#platform/ctx.ts'
import { wordsIn } from '#platform/own-words.ts'
import type { Locale } from '#platform/texts.ts'

type SqlContext = Pick<Ctx, 'sql'>

/** An organization's sender name, reply address and email footer; null is inherited. */
export type EmailSender = {
  sender_name: string | null
  reply_to: string | null
  footer_en: string | null
  footer_es: string | null
  /** The footer in added languages. */
  footer_more: Readonly<Record<string, string>>
}
export type SenderLayer = EmailSender & { organization_id: number; version: number }

export const noSender: EmailSender = {
  sender_name: null,
  reply_to: null,
  footer_en: null,
  footer_es: null,
  footer_more: {},
}

/** The own settings of these organizations, in the given order. */
export const listSenders = async ({ sql }: SqlContext, organizations: readonly number[]): Promise<SenderLayer[]> =>
  sql<SenderLayer>`
    select organization_id, sender_name, reply_to, footer_en, footer_es, footer_more, version from settings.email_sender
    where organization_id = any(${sql.array(organizations)})
    order by array_position(${sql.array(organizations)}, organization_id)`

export async function saveSender({ sql }: SqlContext, { organization_id, ...sender }: SenderLayer): Promise<void> {
  const row = { ...sender, footer_more: sql.json(sender.footer_more) }
  await sql`
    insert into settings.email_sender ${sql({ organization_id, ...row })}
    on conflict (organization_id) do update set ${sql(row)}`
}

/** The effective settings of an organization; `layers` are ordered nearest first. */
export function inheritSender(layers: readonly EmailSender[]): EmailSender {
  const footer = layers.find(({ footer_en }) => footer_en !== null)
  return {
    sender_name: layers.find(({ sender_name }) => sender_name !== null)?.sender_name ?? null,
    reply_to: layers.find(({ reply_to }) => reply_to !== null)?.reply_to ?? null,
    footer_en: footer?.footer_en ?? null,
    footer_es: footer?.footer_es ?? null,
    footer_more: footer?.footer_more ?? {},
  }
}

/** Returns a function that returns the footer for an email's language; '' for none. */
export const footerFor =
  ({ footer_en, footer_es, footer_more }: EmailSender) =>
  (locale: Locale): string =>
    wordsIn({ ...footer_more, 'en-us': footer_en ?? '', 'es-es': footer_es ?? '' }, locale)
