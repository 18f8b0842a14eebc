import type { ReactElement } from 'react'
import { emailLookOf, findSiteBrand } from '#modules/catalogue/index.ts'
import { addNotification, listChain, listKeyHolders } from '#modules/identity/index.ts'
import {
  type EmailSender,
  effectiveWords,
  footerFor,
  formatHours,
  inheritSender,
  listEmailWords,
  listSenders,
  supportSettingsOf,
} from '#modules/settings/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { DeclaredEmail } from '#platform/mail/declare-email.ts'
import type { EmailLook } from '#platform/mail/footer.ts'
import { type Rendered, renderEmail } from '#platform/mail/render.ts'
import { pathTo } from '#platform/path-to.ts'
import { maskPhone } from '#platform/phone.ts'
import { type ChangedText, type Locale, texts, withWords } from '#platform/texts.ts'

const messages = texts({
  broken: [
    "We couldn't use your wording for an email, so we sent the standard text. Check your wording: {email}.",
    'No pudimos usar su texto de un correo, así que enviamos el nuestro. Revíselo: {email}.',
  ],
})

/** An organization's style for one email: its texts and sender name. */
export type EmailStyle = {
  words: Readonly<Record<string, readonly ChangedText[]>>
  version: number
  sender: EmailSender
  look: EmailLook
}

/** The style of an organization, including inherited settings. */
export async function emailStyleOf(
  ctx: Ctx,
  organization_id: number,
  { name, kind }: Pick<DeclaredEmail, 'name' | 'kind'>,
): Promise<EmailStyle> {
  const chain = await listChain({ sql: ctx.unscoped.sql }, organization_id)
  const [rows, senders, brand, contact] = await Promise.all([
    listEmailWords(ctx.unscoped, chain, name),
    listSenders(ctx.unscoped, chain),
    findSiteBrand(ctx.unscoped, organization_id),
    contactOf(ctx, organization_id, chain),
  ])
  const sender = inheritSender(senders)
  return {
    words: effectiveWords(rows),
    version: Math.max(0, ...rows.map(({ version }) => version)),
    sender: { ...sender, sender_name: sender.sender_name ?? senderNameOf(contact.name) },
    look: { ...(brand && emailLookOf(ctx, brand)), contact: contact.lines, kind },
  }
}

/** An organization's name for the sender, without characters that a header gives a meaning; null if nothing is left. */
function senderNameOf(name: string): string | null {
  const words = name.replaceAll(/["<>@\\\p{Cc}\p{Cf}]/gu, ' ').replaceAll(/\s+/g, ' ')
  return words.slice(0, 80).trim() || null
}

/** An organization's name, and the lines of its address, phone and hours, if known. */
async function contactOf(ctx: Ctx, organization_id: number, chain: readonly number[]) {
  const [support, [row]] = await Promise.all([
    supportSettingsOf(ctx.unscoped.sql, chain),
    ctx.unscoped.sql<{ name: string; public_phone: string | null; address: string }>`
      select o.name, o.public_phone, concat_ws(', ', nullif(a.address1, ''), nullif(a.city, ''), nullif(a.zip, '')) as address
      from identity.v_organization o left join identity.v_organization_address a using (organization_id)
      where o.organization_id = ${organization_id}`,
  ])
  const phone = support.phone ?? row?.public_phone
  const lines = (locale: Locale): string[] => {
    const reached = phone ? `${maskPhone(phone)} · ${formatHours(support.hours, locale)}` : ''
    return [row?.address ?? '', reached].filter(Boolean)
  }
  return { name: row?.name ?? '', lines }
}

export type Wording = { subject: () => string; email: () => ReactElement }
export type WrittenMessage = Rendered & { subject: string; broken: unknown }

/** Renders an email with its organization's texts, or the product's if those can't be used. */
export function writeEmail({ subject, email }: Wording, style: EmailStyle): WrittenMessage {
  const write = () => ({ subject: subject(), ...renderEmail(email(), footerFor(style.sender), style.look) })
  try {
    return { ...withWords(style.words, write), broken: null }
  } catch (error) {
    // An error in the email itself is thrown again here.
    return { ...write(), broken: error }
  }
}

type BrokenEmail = { organization_id: number; name: string; version: number }

/** Notifies the staff who may fix it, once per version, that their wording of an email was not used. */
export async function addBrokenNotification(ctx: Ctx, { organization_id, name, version }: BrokenEmail): Promise<void> {
  const holders = await listKeyHolders(ctx, { organization_id, key: 'MANAGE_SETTINGS:UPDATE' })
  const ownHolders = holders.filter((holder) => holder.organization_id === organization_id)
  for (const { user_id } of ownHolders.length > 0 ? ownHolders : holders.slice(0, 5)) {
    await addNotification(ctx, {
      user_id,
      cause: `mail.words:${organization_id}:${name}:${version}`,
      text: { text: messages.broken, params: { email: name } },
      href: pathTo('/manage/settings/emails', { query: { email: name } }),
    })
  }
}
