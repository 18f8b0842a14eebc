import { createElement } from 'react'
import { emailPace, sendEmail } from '#jobs/send-email.ts'
import { type ResetRecipient, redeemResetLink } from '#modules/identity/entry.ts'
import { passwordResetRequested } from '#modules/identity/facts.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { job } from '#platform/queue/job.ts'
import { localText } from '#platform/texts.ts'
import { PasswordLinkEmail, passwordLinkEmail, passwordLinkTexts } from './password-link.mail.tsx'

/**
 * Sends one-time links to the accounts of a request: one email per address, with all of its accounts. A second run may
 * send a second email whose links work, too.
 */
export const sendPasswordLink = job({
  name: 'identity.send-password-link',
  on: passwordResetRequested,
  ...emailPace,
  async run(ctx, { request_id, user_ids, bare_host }, attempt) {
    const byAddress = new Map<string, LinkRecipient[]>()
    for (const user_id of user_ids) {
      const recipient = await redeemResetLink(ctx, user_id, { again: attempt.number > 1, bare_host })
      if (!recipient) continue
      const address = recipient.email.toLowerCase()
      byAddress.set(address, [...(byAddress.get(address) ?? []), recipient])
    }
    for (const recipients of byAddress.values()) await sendLinks(ctx, request_id, recipients)
  },
})

type LinkRecipient = ResetRecipient & { token: string }

/** The first account determines the email's language and organization. */
async function sendLinks(ctx: Ctx, request_id: string, recipients: readonly LinkRecipient[]): Promise<void> {
  const { locale, user_id, organization_id, organization_name, first_name, email } = recipients[0]!
  const siteUrl = ctx.use(siteUrlPort)
  const accounts = recipients.map(({ token, ...recipient }) => ({
    ...recipient,
    href: siteUrl(recipient.organization_code, pathTo('/change-password', { query: { token } })),
  }))
  await sendEmail(ctx, passwordLinkEmail, {
    user_id,
    organization_id,
    to: email,
    subject: () => localText(locale, passwordLinkTexts, 'subject', { organization_name }),
    email: () => createElement(PasswordLinkEmail, { locale, organization_name, first_name, accounts }),
    dedupe_key: `identity.password-link:${request_id}:${user_id}`,
  })
}
