import type { EmailName } from '../modules/backoffice/index.ts'
import type { EmailKind } from '../platform/mail/email-limits.sql.ts'

/** What each email is for, which decides how many of it one account may cause and one address may get. */
export const emailKinds: Readonly<Record<EmailName, EmailKind>> = {
  'identity.password-link': 'security',
  'identity.confirm-email': 'security',
  'identity.new-password': 'security',
  'identity.security-notice': 'security',
  'identity.sign-in-changed': 'security',
  'identity.order-code': 'security',
  'identity.welcome': 'security',
  'identity.invitation': 'personal',
  'identity.written': 'personal',
  'checkout.leaver': 'reminder',
  'checkout.receipt': 'service',
  'checkout.charge': 'service',
  'checkout.refusal': 'service',
  'checkout.tracking': 'service',
  'checkout.refund-request': 'service',
  'checkout.refund-decision': 'service',
  'checkout.refund': 'service',
  'learning.certificate': 'service',
  'learning.report-refused': 'service',
}
