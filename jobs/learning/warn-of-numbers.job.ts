import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { numbersLow } from '#modules/learning/certificates/facts.ts'
import { findStockWarning } from '#modules/learning/entry.ts'
import { pathTo } from '#platform/path-to.ts'
import { NumbersLowEmail, numbersLowEmail, numbersNotification, numbersTexts } from './numbers-low.mail.tsx'

const path = pathTo('/manage/certificates/numbers')

/** Warns certificate managers, by email and notification, that the purchased certificate numbers are running out. */
export const warnOfNumbers = emailJob(numbersLowEmail, {
  job: 'learning.warn-of-numbers',
  on: numbersLow,
  async find(ctx, { bought, ...fact }) {
    const warning = await findStockWarning(ctx, fact)
    if (!warning) return null
    const { holders, organization_code } = warning
    return holders.map((holder) => ({ ...holder, organization_code, warning, holder }))
  },
  notification: ({ warning }) => ({ text: numbersNotification(warning), href: path }),
  write: ({ holder, warning }, siteUrl) => ({
    to: holder.email,
    subject: numbersTexts(holder.locale, warning).subject,
    email: createElement(NumbersLowEmail, { holder, warning, href: siteUrl(path) }),
  }),
  key: ({ organization_id, agency, bought, left }, { user_id }) =>
    `${organization_id}:${agency}:${bought}:${left}:${user_id}`,
})
