import { createElement } from 'react'
import { sendEmail } from '#jobs/send-email.ts'
import { findLeaverEmail, settleEmail, takeDueEmails } from '#modules/checkout/entry.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { job } from '#platform/queue/job.ts'
import { localText } from '#platform/texts.ts'
import { LeaverEmail, leaverEmail, leaverEmailTexts } from './leaver.mail.tsx'

/**
 * Reminds visitors of abandoned unpaid carts, once each; checks right before sending whether the reminder is still
 * due.
 */
export const sendLeaverEmails = job({
  name: 'checkout.send-leaver-emails',
  every: '* * * * *',
  async run(ctx, _data, { signal }) {
    for (const leaver_letter_id of await ctx.tx(takeDueEmails)) {
      if (!signal.aborted) await tryToRemind(ctx, leaver_letter_id)
    }
  },
})

/** One email that can't be sent must not block the following ones; a permanently refused one is dropped. */
async function tryToRemind(ctx: Ctx, leaver_letter_id: number): Promise<void> {
  try {
    await remind(ctx, leaver_letter_id)
  } catch (error) {
    ctx.log.error('checkout.leaver_mail_failed', error, { leaver_letter_id })
  }
}

async function remind(ctx: Ctx, leaver_letter_id: number): Promise<void> {
  const message = await findLeaverEmail(ctx, leaver_letter_id)
  if (!message) return settleEmail(ctx, leaver_letter_id, 'dropped')
  const { organization_code, organization_id, organization_name, user_id, email, locale, reference, ...about } = message
  const link = (page: '/checkout/return/:reference' | '/checkout/no-reminders/:reference') =>
    ctx.use(siteUrlPort)(organization_code, pathTo(page, { reference }))
  const props = {
    ...about,
    locale,
    organization_name,
    href: link('/checkout/return/:reference'),
    stop_href: link('/checkout/no-reminders/:reference'),
  }
  const isSent = await sendEmail(ctx, leaverEmail, {
    user_id,
    organization_id,
    about: { leaver_letter_id },
    to: email,
    subject: () => localText(locale, leaverEmailTexts, 'subject', { organization_name }),
    email: () => createElement(LeaverEmail, props),
    dedupe_key: `checkout.leaver:${leaver_letter_id}`,
    unsubscribe_url: `${props.stop_href}/one-click`,
  })
  await settleEmail(ctx, leaver_letter_id, isSent ? 'sent' : 'dropped')
}
