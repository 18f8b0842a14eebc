import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { redeemResetLink } from '#modules/identity/entry.ts'
import { emailConfirmationRequested } from '#modules/identity/facts.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { ConfirmAddressEmail, confirmEmail, confirmEmailTexts } from './confirm-email.mail.tsx'

/**
 * Sends the link for confirming a signed-in person's address. It counts toward the account's five links per hour. A
 * second run may send another link.
 */
export const sendEmailConfirmation = emailJob(confirmEmail, {
  on: emailConfirmationRequested,
  retries: 'default',
  find: (ctx, { user_id, bare_host }, attempt) =>
    redeemResetLink(ctx, user_id, { again: attempt.number > 1, bare_host }),
  write: ({ token, email, locale, organization_name, first_name, loginid }, siteUrl) => ({
    to: email,
    subject: localText(locale, confirmEmailTexts, 'subject', { organization_name }),
    email: createElement(ConfirmAddressEmail, {
      locale,
      organization_name,
      first_name,
      loginid,
      href: siteUrl(pathTo('/confirm-email', { query: { token } })),
    }),
  }),
})
