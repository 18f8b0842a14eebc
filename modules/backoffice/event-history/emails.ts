import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../../platform/ctx.ts'
import type { EmailKind } from '../../../platform/mail/email-limits.sql.ts'
import type { Text } from '../../../platform/texts.ts'
import { orderCharged, receiptAsked } from '../../checkout/index.ts'
import { passwordResetRequested, resendWelcome } from '../../identity/index.ts'
import { oweCertificateMail } from '../../learning/index.ts'

/** An email that was sent: to whom, and what it was about, by id. */
export type SentEmail = { user_id: number; about: Readonly<Record<string, number>> }

type Kind = {
  /** What it is for, which decides how many of it one account may cause and one address may get. */
  kind: EmailKind
  /** What the event history says of it. */
  said: Text
  /** Sends it afresh, with what holds today; absent for emails that tell of a moment that is over. */
  again?: (ctx: Ctx, message: SentEmail) => Promise<unknown>
}

/** Every email of the product by its name in the audit log. */
const kinds = {
  'checkout.receipt': {
    kind: 'service',
    said: ['Email sent: receipt.', 'Correo enviado: recibo.'],
    again: (ctx, { about }) => ctx.emit(receiptAsked, { order_id: about.order_id!, request_id: randomUUID() }),
  },
  'checkout.leaver': {
    kind: 'reminder',
    said: ['Email sent: cart reminder.', 'Correo enviado: recordatorio del carrito.'],
  },
  'checkout.charge': {
    kind: 'service',
    said: ['Email sent: order to pay.', 'Correo enviado: pedido por pagar.'],
    again: (ctx, { about }) => ctx.emit(orderCharged, { order_id: about.order_id! }),
  },
  'checkout.refusal': { kind: 'service', said: ['Email sent: failed payment.', 'Correo enviado: pago no realizado.'] },
  'checkout.tracking': {
    kind: 'service',
    said: ['Email sent: tracking number.', 'Correo enviado: número de seguimiento.'],
  },
  'checkout.refund-request': {
    kind: 'service',
    said: ['Email sent: refund waiting for approval.', 'Correo enviado: reembolso pendiente de aprobación.'],
  },
  'checkout.refund-decision': {
    kind: 'service',
    said: ['Email sent: refund decision.', 'Correo enviado: decisión sobre un reembolso.'],
  },
  'checkout.refund': { kind: 'service', said: ['Email sent: refund.', 'Correo enviado: reembolso.'] },
  'support.answer': {
    kind: 'service',
    said: ['Email sent: reply from support.', 'Correo enviado: respuesta de soporte.'],
  },
  'support.received': {
    kind: 'service',
    said: ['Email sent: message to support received.', 'Correo enviado: mensaje a soporte recibido.'],
  },
  'backoffice.report-ready': {
    kind: 'service',
    said: ['Email sent: scheduled report.', 'Correo enviado: informe programado.'],
  },
  'support.transcript': {
    kind: 'service',
    said: ['Email sent: transcript of a support ticket.', 'Correo enviado: transcripción de una solicitud de soporte.'],
  },
  'learning.review': {
    kind: 'service',
    said: ['Email sent: result of a review.', 'Correo enviado: resultado de una revisión.'],
  },
  'learning.enrolled': { kind: 'service', said: ['Email sent: enrollment.', 'Correo enviado: inscripción.'] },
  'learning.expires-soon': {
    kind: 'service',
    said: ['Email sent: course expires soon.', 'Correo enviado: curso por vencer.'],
  },
  'learning.extended': {
    kind: 'service',
    said: ['Email sent: more time for a course.', 'Correo enviado: más tiempo para un curso.'],
  },
  'learning.expired': { kind: 'service', said: ['Email sent: course expired.', 'Correo enviado: curso vencido.'] },
  'learning.disabled': {
    kind: 'service',
    said: ['Email sent: course disabled.', 'Correo enviado: curso deshabilitado.'],
  },
  'learning.failed': {
    kind: 'service',
    said: ['Email sent: course not passed.', 'Correo enviado: curso no aprobado.'],
  },
  'learning.certificate': {
    kind: 'service',
    said: ['Email sent: certificate.', 'Correo enviado: certificado.'],
    again: (ctx, { user_id, about }) =>
      oweCertificateMail(ctx, {
        student_certificate_id: about.student_certificate_id!,
        user_id,
        because: 'asked',
      }),
  },
  'learning.certificate-shipped': {
    kind: 'service',
    said: ['Email sent: certificate shipped.', 'Correo enviado: certificado enviado por correo postal.'],
  },
  'learning.certificate-numbers': {
    kind: 'service',
    said: ['Email sent: certificate numbers running low.', 'Correo enviado: números de certificado por agotarse.'],
  },
  'learning.report-accepted': {
    kind: 'service',
    said: ['Email sent: completion reported.', 'Correo enviado: finalización del curso informada.'],
  },
  'learning.new-york-notice': {
    kind: 'service',
    said: ['Email sent: New York notice of completion.', 'Correo enviado: aviso de finalización de Nueva York.'],
  },
  'learning.report-refused': {
    kind: 'service',
    said: ['Email sent: completion not reported.', 'Correo enviado: no se pudo informar la finalización del curso.'],
  },
  'identity.password-link': {
    kind: 'security',
    said: ['Email sent: link to choose a new password.', 'Correo enviado: enlace para elegir una contraseña nueva.'],
    again: (ctx, { user_id }) => ctx.emit(passwordResetRequested, { request_id: randomUUID(), user_ids: [user_id] }),
  },
  'identity.confirm-email': {
    kind: 'security',
    said: [
      'Email sent: link to confirm the email address.',
      'Correo enviado: enlace para confirmar el correo electrónico.',
    ],
  },
  'identity.email-change': {
    kind: 'security',
    said: [
      'Email sent: link to confirm a new email address.',
      'Correo enviado: enlace para confirmar un correo electrónico nuevo.',
    ],
  },
  'identity.welcome': {
    kind: 'security',
    said: ['Email sent: welcome.', 'Correo enviado: bienvenida.'],
    again: (ctx, { user_id }) => resendWelcome.run(ctx, { user_id }),
  },
  'identity.new-password': {
    kind: 'security',
    said: ['Email sent: password changed.', 'Correo enviado: contraseña cambiada.'],
  },
  'identity.written': {
    kind: 'personal',
    said: ['Email sent: message from staff.', 'Correo enviado: mensaje del personal.'],
  },
  'identity.sign-in-changed': {
    kind: 'security',
    said: [
      'Email sent: email or username changed.',
      'Correo enviado: correo electrónico o nombre de usuario cambiado.',
    ],
  },
  'identity.order-code': {
    kind: 'security',
    said: ['Email sent: code to sign in with an order.', 'Correo enviado: código para iniciar sesión con un pedido.'],
  },
  'identity.invitation': { kind: 'personal', said: ['Email sent: invitation.', 'Correo enviado: invitación.'] },
  'identity.security-notice': {
    kind: 'security',
    said: ['Email sent: security notice.', 'Correo enviado: aviso de seguridad.'],
  },
} satisfies Record<string, Kind>

/** Jobs send no email that has no name here. */
export type EmailName = keyof typeof kinds
export const emails: Readonly<Record<EmailName, Kind>> = kinds

/** The names of the emails that can be sent again. */
export const emailsToSendAgain = Object.entries(emails).flatMap(([name, { again }]) => (again ? [name] : []))
