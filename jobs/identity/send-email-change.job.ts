import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findResetRecipient, insertEmailChangeToken } from '#modules/identity/entry.ts'
import { emailChangeRequested } from '#modules/identity/facts.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { ConfirmNewAddressEmail, emailChangeEmail, emailChangeTexts } from './email-change.mail.tsx'

/** Sends the link that confirms a new address to that address; a second run may send another link. */
export const sendEmailChange = emailJob(emailChangeEmail, {
  on: emailChangeRequested,
  async find(ctx, { email_change_id, bare_host }) {
    const change = await insertEmailChangeToken(ctx, email_change_id)
    const person = change && (await findResetRecipient(ctx, change.user_id, { again: true, bare_host }))
    return person && { ...person, ...change }
  },
  write: ({ token, email, locale, organization_name, first_name, loginid }, siteUrl) => ({
    to: email,
    subject: localText(locale, emailChangeTexts, 'subject', { organization_name }),
    email: createElement(ConfirmNewAddressEmail, {
      locale,
      organization_name,
      first_name,
      loginid,
      href: siteUrl(pathTo('/confirm-email', { query: { token } })),
    }),
  }),
})
