import type { EmailName } from '../modules/backoffice/index.ts'
import { stockTexts } from '../modules/learning/certificates/stock.texts.ts'
import type { EmailTexts } from '../modules/settings/index.ts'
import type { Text, Texts } from '../platform/texts.ts'
import { reportReadyTexts } from './backoffice/report-ready.mail.tsx'
import { chargeEmailTexts } from './checkout/charge.mail.tsx'
import { leaverEmailTexts } from './checkout/leaver.mail.tsx'
import { receiptTexts } from './checkout/receipt.mail.tsx'
import { refundEmailTexts } from './checkout/refund.mail.tsx'
import { refundRequestTexts } from './checkout/refund-request.mail.tsx'
import { refusalTexts } from './checkout/refusal.mail.tsx'
import { trackingTexts } from './checkout/tracking.mail.tsx'
import { confirmEmailTexts } from './identity/confirm-email.mail.tsx'
import { emailChangeTexts } from './identity/email-change.mail.tsx'
import { invitationTexts } from './identity/invitation.mail.tsx'
import { newPasswordTexts } from './identity/new-password.mail.tsx'
import { orderCodeTexts } from './identity/order-code.mail.tsx'
import { passwordLinkTexts } from './identity/password-link.mail.tsx'
import { securityNotices, securityNoticeTexts } from './identity/security-notice.mail.tsx'
import { signInChangedTexts } from './identity/sign-in-changed.mail.tsx'
import { welcomeTexts } from './identity/welcome.mail.tsx'
import { certificateEmailTexts } from './learning/certificate.mail.tsx'
import { shippedTexts } from './learning/certificate-shipped.mail.tsx'
import { courseEmailTexts } from './learning/course.mail.tsx'
import { refusedReportTexts } from './learning/refused-report.mail.tsx'
import { acceptedTexts } from './learning/report-accepted.mail.tsx'
import { reviewEmailTexts } from './learning/review.mail.tsx'
import { ticketMailTexts } from './support/ticket.mail.tsx'
import { transcriptMailTexts } from './support/transcript.mail.tsx'

type Parts<T extends Texts> = { subject: keyof T; heading?: keyof T; body: readonly (keyof T)[]; button?: keyof T }

/** The texts of one email, in the order in which they are read. */
function from<const T extends Texts>(table: T, { subject, heading, body, button }: Parts<T>): EmailTexts {
  const keys = [...new Set([subject, ...(heading ? [heading] : []), ...body, ...(button ? [button] : [])])]
  return {
    subject: String(subject),
    ...(heading && { heading: String(heading) }),
    ...(button && { button: String(button) }),
    texts: Object.fromEntries(keys.map((key): [string, Text] => [String(key), table[key]!])),
  }
}

const usual = { subject: 'subject', heading: 'heading', button: 'button' } as const

type News = 'enrolled' | 'expires-soon' | 'extended' | 'expired' | 'disabled' | 'failed'
const ofCourse = (news: News): EmailTexts =>
  from(courseEmailTexts, { subject: `${news}.subject`, body: [`${news}.body`], button: `${news}.button` })

const security: Texts = {
  ...securityNoticeTexts,
  ...Object.fromEntries(
    Object.entries(securityNotices).flatMap(([kind, [heading, body]]) => [
      [`${kind}.heading`, heading],
      [`${kind}.body`, body],
    ]),
  ),
}

const reviews = Object.keys(reviewEmailTexts).filter((key) => /\.(heading|body)$/.test(key))

/**
 * What staff can reword of each email. A letter of staff has no words of the product, and New York has the wording of
 * its notice in its rules.
 */
export const emailTexts: Readonly<Record<EmailName, EmailTexts | null>> = {
  'checkout.receipt': from(receiptTexts, { ...usual, body: ['body', 'bodyFree', 'bodyOther'] }),
  'checkout.leaver': from(leaverEmailTexts, { ...usual, body: ['body', 'offer'] }),
  'checkout.charge': from(chargeEmailTexts, { ...usual, body: ['body'] }),
  'checkout.refusal': from(refusalTexts, { ...usual, body: ['body', 'hold', 'again'] }),
  'checkout.tracking': from(trackingTexts, { subject: 'subject', body: ['body'], button: 'button' }),
  'checkout.refund-request': from(refundRequestTexts, { subject: 'askedSubject', body: ['asked'], button: 'look' }),
  'checkout.refund-decision': from(refundRequestTexts, {
    subject: 'decidedSubject',
    body: ['decided', 'approvedMore', 'declinedMore', 'expiredMore', 'overtakenMore'],
    button: 'payments',
  }),
  'checkout.refund': from(refundEmailTexts, { ...usual, body: ['surplus', 'refund', 'void', 'ended'] }),
  'support.answer': from(ticketMailTexts, { subject: 'answer.heading', body: ['answer.body'], button: 'button' }),
  'support.received': from(ticketMailTexts, {
    subject: 'received.heading',
    body: ['received.body', 'received.ignore'],
    button: 'button',
  }),
  'support.transcript': from(transcriptMailTexts, { subject: 'heading', body: ['body'], button: 'button' }),
  'backoffice.report-ready': from(reportReadyTexts, { subject: 'subject', body: ['body'], button: 'open' }),
  'learning.review': from(reviewEmailTexts as Texts, {
    subject: 'passed.heading',
    body: reviews.slice(1),
    button: 'button',
  }),
  'learning.enrolled': ofCourse('enrolled'),
  'learning.expires-soon': ofCourse('expires-soon'),
  'learning.extended': ofCourse('extended'),
  'learning.expired': ofCourse('expired'),
  'learning.disabled': ofCourse('disabled'),
  'learning.failed': ofCourse('failed'),
  'learning.certificate': from(certificateEmailTexts, { ...usual, body: ['body', 'replaced', 'check'] }),
  'learning.certificate-shipped': from(shippedTexts, { ...usual, body: ['body'] }),
  'learning.certificate-numbers': from(stockTexts, { subject: 'lowSubject', body: ['low', 'out'], button: 'open' }),
  'learning.report-accepted': from(acceptedTexts, { ...usual, body: ['body'] }),
  'learning.new-york-notice': null,
  'learning.report-refused': from(refusedReportTexts, { ...usual, body: ['body', 'more'] }),
  'identity.password-link': from(passwordLinkTexts, { ...usual, body: ['body', 'bodyMany', 'unknown', 'notYou'] }),
  'identity.confirm-email': from(confirmEmailTexts, { ...usual, body: ['body', 'notYou'] }),
  'identity.email-change': from(emailChangeTexts, { ...usual, body: ['body', 'notYou'] }),
  'identity.welcome': from(welcomeTexts, { ...usual, body: ['body', 'late'] }),
  'identity.new-password': from(newPasswordTexts, { ...usual, body: ['body', 'notYou'] }),
  'identity.written': null,
  'identity.sign-in-changed': from(signInChangedTexts, { ...usual, body: ['body', 'notYou'] }),
  'identity.order-code': from(orderCodeTexts, { subject: 'subject', heading: 'heading', body: ['body', 'notYou'] }),
  'identity.invitation': from(invitationTexts, {
    ...usual,
    body: ['body', 'managerSubject', 'managerHeading', 'managerBody', 'notYou'],
  }),
  'identity.security-notice': from(security, {
    subject: 'subject',
    body: [...Object.keys(security).filter((key) => /\.(heading|body)$/.test(key)), 'wasYou', 'notYou'],
    button: 'button',
  }),
}
