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

/** Every email of the product by the name under which it stands in the audit log. */
const kinds = {
  'checkout.receipt': {
    kind: 'service',
    said: ['E-mail sent: receipt.', 'Correo enviado: recibo.'],
    again: (ctx, { about }) => ctx.emit(receiptAsked, { order_id: about.order_id!, request_id: randomUUID() }),
  },
  'checkout.leaver': {
    kind: 'reminder',
    said: ['E-mail sent: reminder of a cart.', 'Correo enviado: recordatorio de un carrito.'],
  },
  'checkout.charge': {
    kind: 'service',
    said: ['E-mail sent: order to be paid.', 'Correo enviado: pedido por pagar.'],
    again: (ctx, { about }) => ctx.emit(orderCharged, { order_id: about.order_id! }),
  },
  'checkout.refusal': {
    kind: 'service',
    said: ['E-mail sent: a payment was not taken.', 'Correo enviado: un pago no se realizó.'],
  },
  'checkout.tracking': {
    kind: 'service',
    said: ['E-mail sent: tracking number.', 'Correo enviado: número de seguimiento.'],
  },
  'checkout.refund-request': {
    kind: 'service',
    said: ['E-mail sent: a refund waits for approval.', 'Correo enviado: un reembolso espera aprobación.'],
  },
  'checkout.refund-decision': {
    kind: 'service',
    said: ['E-mail sent: what became of a refund.', 'Correo enviado: qué pasó con un reembolso.'],
  },
  'checkout.refund': { kind: 'service', said: ['E-mail sent: refund.', 'Correo enviado: reembolso.'] },
  'learning.certificate': {
    kind: 'service',
    said: ['E-mail sent: certificate.', 'Correo enviado: certificado.'],
    again: (ctx, { user_id, about }) =>
      oweCertificateMail(ctx, {
        student_certificate_id: about.student_certificate_id!,
        user_id,
        because: 'asked',
      }),
  },
  'learning.report-refused': {
    kind: 'service',
    said: ['E-mail sent: a completion could not be reported.', 'Correo enviado: no se pudo informar una finalización.'],
  },
  'identity.password-link': {
    kind: 'security',
    said: ['E-mail sent: link for a new password.', 'Correo enviado: enlace para una contraseña nueva.'],
    again: (ctx, { user_id }) => ctx.emit(passwordResetRequested, { request_id: randomUUID(), user_ids: [user_id] }),
  },
  'identity.confirm-email': {
    kind: 'security',
    said: ['Email sent: link to confirm the address.', 'Correo enviado: enlace para confirmar la dirección.'],
  },
  'identity.welcome': {
    kind: 'security',
    said: ['E-mail sent: welcome.', 'Correo enviado: bienvenida.'],
    again: (ctx, { user_id }) => resendWelcome.run(ctx, { user_id }),
  },
  'identity.new-password': {
    kind: 'security',
    said: ['E-mail sent: new password.', 'Correo enviado: contraseña nueva.'],
  },
  'identity.written': {
    kind: 'personal',
    said: ['E-mail sent: message of staff.', 'Correo enviado: mensaje del personal.'],
  },
  'identity.sign-in-changed': {
    kind: 'security',
    said: ['E-mail sent: sign-in data were changed.', 'Correo enviado: se cambiaron los datos de acceso.'],
  },
  'identity.order-code': {
    kind: 'security',
    said: ['E-mail sent: code to sign in with an order.', 'Correo enviado: código para iniciar sesión con un pedido.'],
  },
  'identity.invitation': { kind: 'personal', said: ['E-mail sent: invitation.', 'Correo enviado: invitación.'] },
  'identity.security-notice': {
    kind: 'security',
    said: ['E-mail sent: security notice.', 'Correo enviado: aviso de seguridad.'],
  },
} satisfies Record<string, Kind>

/** Jobs send no email that has no name here. */
export type EmailName = keyof typeof kinds
export const emails: Readonly<Record<EmailName, Kind>> = kinds

/** The names of the emails that can be sent again. */
export const emailsToSendAgain = Object.entries(emails).flatMap(([name, { again }]) => (again ? [name] : []))
