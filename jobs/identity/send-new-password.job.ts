import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findResetRecipient } from '#modules/identity/entry.ts'
import { passwordChanged } from '#modules/identity/facts.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { NewPasswordEmail, newPasswordEmail, newPasswordTexts } from './new-password.mail.tsx'

/** Notifies a person that their password was changed, in case someone else did it. */
export const sendNewPassword = emailJob(newPasswordEmail, {
  on: passwordChanged,
  find: (ctx, { user_id }) => findResetRecipient(ctx, user_id, { again: true }),
  write: ({ locale, organization_name, first_name, loginid, email }, siteUrl) => ({
    to: email,
    subject: localText(locale, newPasswordTexts, 'subject', { organization_name }),
    email: createElement(NewPasswordEmail, {
      locale,
      organization_name,
      first_name,
      loginid,
      href: siteUrl(pathTo('/forgot-password')),
    }),
  }),
})
