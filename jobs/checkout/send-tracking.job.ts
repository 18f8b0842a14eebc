import { createElement } from 'react'
import { findTrackingEmail, trackingSet } from '../../modules/checkout/index.ts'
import { siteUrlPort } from '../../platform/ports.ts'
import { job } from '../../platform/queue/job.ts'
import { say } from '../../platform/texts.ts'
import { emailPace, emailRetries, sendEmail } from '../send-email.ts'
import { TrackingEmail, trackingTexts } from './tracking.mail.tsx'

/** Tells a student by which number their certificate is on its way; a number that was replaced is not told. */
export const sendTracking = job({
  name: 'checkout.send-tracking',
  on: trackingSet,
  ...emailPace,
  retries: emailRetries,
  async run(ctx, { order_item_id, tracking_number }) {
    const tracking = await findTrackingEmail(ctx, { order_item_id, tracking_number })
    if (!tracking) return
    const { user_id, organization_id, organization_code, email, locale } = tracking
    await sendEmail(ctx, {
      name: 'checkout.tracking',
      user_id,
      organization_id,
      about: { order_item_id },
      to: email,
      subject: say(locale, trackingTexts, 'subject'),
      email: createElement(TrackingEmail, {
        tracking,
        href: ctx.use(siteUrlPort)(organization_code, '/dashboard'),
      }),
      dedupe_key: `checkout.tracking:${order_item_id}:${tracking_number}`,
    })
  },
})
