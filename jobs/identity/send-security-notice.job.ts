import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findResetRecipient } from '#modules/identity/entry.ts'
import { securityChanged } from '#modules/identity/facts.ts'
import { pathTo } from '#platform/path-to.ts'
import { localize, localText } from '#platform/texts.ts'
import { SecurityNotice, securityEmail, securityNotices, securityNoticeTexts } from './security-notice.mail.tsx'

/** Notifies a person of every change in their sign-in methods, in case someone else made it. */
export const sendSecurityNotice = emailJob(securityEmail, {
  on: securityChanged,
  find: (ctx, { user_id }) => findResetRecipient(ctx, user_id, { again: true }),
  write: ({ locale, organization_name, first_name, loginid, email }, siteUrl, { kind }) => ({
    to: email,
    subject: localText(locale, securityNoticeTexts, 'subject', {
      organization_name,
      what: localize(locale, securityNotices[kind][0]),
    }),
    email: createElement(SecurityNotice, {
      kind,
      locale,
      organization_name,
      first_name,
      loginid,
      href: siteUrl(pathTo('/forgot-password')),
    }),
  }),
})
