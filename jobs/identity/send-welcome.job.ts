import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { redeemResetLink } from '#modules/identity/entry.ts'
import { welcomeOwed } from '#modules/identity/facts.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { WelcomeEmail, welcomeEmail, welcomeTexts } from './welcome.mail.tsx'

const sevenDays = 7 * 24 * 60

/**
 * Sends the link for a first password to a person whom staff added or who bought without an account, once unless staff
 * request it again. A second attempt may send another link.
 */
export const sendWelcome = emailJob(welcomeEmail, {
  on: welcomeOwed,
  find: (ctx, { user_id, again = false }, { number }) =>
    redeemResetLink(ctx, user_id, { again: number > 1, once: number === 1 && !again, minutes: sevenDays }),
  write: ({ token, email, locale, organization_name, first_name, loginid }, siteUrl) => ({
    to: email,
    subject: localText(locale, welcomeTexts, 'subject', { organization_name }),
    email: createElement(WelcomeEmail, {
      locale,
      organization_name,
      first_name,
      loginid,
      href: siteUrl(pathTo('/change-password', { query: { token } })),
    }),
  }),
})
