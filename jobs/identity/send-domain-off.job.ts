import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { listDomainOffRecipients } from '#modules/identity/entry.ts'
import { ownDomainOff } from '#modules/identity/facts.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { DomainOffEmail, domainOffEmail, domainOffTexts } from './domain-off.mail.tsx'

const domainPage = (organization_id: number) =>
  pathTo('/manage/organization/:id/websites/domain', { id: organization_id })

/** Notifies the people who manage an organization's websites that its own domain was switched off. */
export const sendDomainOff = emailJob(domainOffEmail, {
  on: ownDomainOff,
  find: (ctx, { own_domain_id }) => listDomainOffRecipients(ctx, own_domain_id),
  notification: ({ organization_id, host }) => ({
    text: { text: domainOffTexts.bell, params: { host } },
    href: domainPage(organization_id),
  }),
  write: ({ email, locale, organization_id, organization_name, first_name, host }, siteUrl) => ({
    to: email,
    subject: localText(locale, domainOffTexts, 'subject', { host }),
    email: createElement(DomainOffEmail, {
      locale,
      organization_name,
      first_name,
      host,
      href: siteUrl(domainPage(organization_id)),
    }),
  }),
  key: (_data, { user_id }, { id }) => `${id}:${user_id}`,
})
