/**
 * Every type of event, as receivers know it. A released name never changes; each is declared by `defineEvent` beside
 * the facts of its module.
 */
export const eventTypes = [
  'student.created',
  'enrollment.created',
  'enrollment.status_changed',
  'enrollment.extended',
  'enrollment.due_soon',
  'enrollment.overdue',
  'enrollment.expires_soon',
  'enrollment.expired',
  'enrollment.refunded',
  'course.started',
  'course.progressed',
  'course.locked',
  'course.passed',
  'check.failed',
  'certificate.issued',
  'certificate.replaced',
  'certificate.revoked',
  'certificate.restored',
  'completion.sent',
  'completion.accepted',
  'completion.rejected',
  'order.paid',
  'order.refunded',
  'order.charged_back',
  'invoice.created',
  'invoice.payment_recorded',
  'invoice.overdue',
  'invoice.voided',
  'ticket.created',
  'ticket.message_added',
  'ticket.status_changed',
  'webhook.test',
] as const

export type EventType = (typeof eventTypes)[number]

/** The event that only tests an endpoint: it is delivered there, and listed nowhere. */
export const testEvent = 'webhook.test' satisfies EventType

/** The types that `GET /events` lists. */
export const listedTypes = eventTypes.filter((type) => type !== testEvent)

/** The permissions with which a client reads events; each type needs one of them. */
export const eventPermissions = [
  'MANAGE_STUDENTS:READ',
  'MANAGE_CERTIFICATES:READ',
  'MANAGE_PAYMENTS:READ',
  'MANAGE_INVOICE_PAYMENTS:READ',
  'MANAGE_SUPPORT:READ',
] as const

export type EventPermission = (typeof eventPermissions)[number]
