import { createElement } from 'react'
import { addNotification } from '../../modules/identity/index.ts'
import { findStockWarning, numbersLow, type StockWarning } from '../../modules/learning/index.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { siteUrlPort } from '../../platform/ports.ts'
import { job } from '../../platform/queue/job.ts'
import { emailPace, emailRetries, sendEmail } from '../send-email.ts'
import { NumbersLowEmail, numbersBell, numbersLowEmail, numbersSpeech } from './numbers-low.mail.tsx'

const path = '/manage/certificates/numbers'

/**
 * Warns the people who manage certificates, by email and at the bell, that bought certificate numbers run out. An address
 * that cannot be reached does not delay the others; later tries are for it alone.
 */
export const warnOfNumbers = job({
  name: 'learning.warn-of-numbers',
  on: numbersLow,
  ...emailPace,
  retries: emailRetries,
  async run(ctx, { bought, ...fact }) {
    const warning = await findStockWarning(ctx, fact)
    if (!warning) return
    const cause = `learning.certificate-numbers:${fact.organization_id}:${fact.agency}:${bought}:${fact.left}`
    const failures: unknown[] = []
    for (const holder of warning.told) {
      await tell(ctx, warning, holder, cause).catch((error) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  },
})

async function tell(ctx: Ctx, warning: StockWarning, holder: StockWarning['told'][number], cause: string) {
  const { user_id, organization_id, email: to, locale } = holder
  await addNotification(ctx, { user_id, cause, text: numbersBell(warning), href: path })
  await sendEmail(ctx, numbersLowEmail, {
    user_id,
    organization_id,
    to,
    subject: () => numbersSpeech(locale, warning).subject,
    email: () =>
      createElement(NumbersLowEmail, {
        holder,
        warning,
        href: ctx.use(siteUrlPort)(warning.organization_code, path),
      }),
    dedupe_key: `${cause}:${user_id}`,
  })
}
