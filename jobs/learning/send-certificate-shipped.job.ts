import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findCourseTracking } from '#modules/checkout/entry.ts'
import { certificateShipped } from '#modules/learning/certificates/facts.ts'
import { findShippedEmail } from '#modules/learning/entry.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { CertificateShippedEmail, shippedEmail, shippedTexts } from './certificate-shipped.mail.tsx'

/** Notifies a student that their certificate was mailed, unless the emailed tracking number already said so. */
export const sendCertificateShipped = emailJob(shippedEmail, {
  on: certificateShipped,
  async find(ctx, { student_certificate_id }) {
    const shipment = await findShippedEmail(ctx, student_certificate_id)
    if (!shipment) return null
    const tracking = await findCourseTracking(ctx, shipment.student_course_id)
    if (tracking?.notified_at && tracking.notified_at >= shipment.issued_at) return null
    return { ...shipment, tracking_number: tracking?.tracking_number ?? null }
  },
  write: (shipped, siteUrl, { student_certificate_id }) => ({
    about: { student_certificate_id },
    to: shipped.to,
    subject: localText(shipped.locale, shippedTexts, 'subject', { course_name: shipped.course_name }),
    email: createElement(CertificateShippedEmail, { shipped, href: siteUrl(pathTo('/dashboard')) }),
  }),
  key: ({ student_certificate_id }) => student_certificate_id,
})
