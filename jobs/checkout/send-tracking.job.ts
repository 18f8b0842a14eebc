import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findTrackingEmail } from '#modules/checkout/entry.ts'
import { trackingSet } from '#modules/checkout/facts.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { TrackingEmail, trackingEmail, trackingTexts } from './tracking.mail.tsx'

/** Sends a student the tracking number of their certificate, unless it has been replaced since. */
export const sendTracking = emailJob(trackingEmail, {
  on: trackingSet,
  find: (ctx, { order_item_id, tracking_number }) => findTrackingEmail(ctx, { order_item_id, tracking_number }),
  write: (tracking, siteUrl, { order_item_id }) => ({
    about: { order_item_id },
    to: tracking.email,
    subject: localText(tracking.locale, trackingTexts, 'subject'),
    email: createElement(TrackingEmail, { tracking, href: siteUrl(pathTo('/dashboard')) }),
  }),
  key: ({ order_item_id, tracking_number }) => `${order_item_id}:${tracking_number}`,
})
