import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../../platform/ctx.ts'
import type { Text } from '../../../platform/texts.ts'
import { orderCharged, receiptAsked } from '../../checkout/index.ts'
import { passwordResetRequested, resendWelcome } from '../../identity/index.ts'
import { oweCertificateMail } from '../../learning/index.ts'

/** An email that was sent: to whom, and what it was about, by id. */
export type SentEmail = { user_id: number; about: Readonly<Record<string, number>> }

type Kind = {
  /** What the event history says of it. */
  said: Text
  /** Sends it afresh, with what holds today; absent for emails that tell of a moment that is over. */
  again?: (ctx: Ctx, message: SentEmail) => Promise<unknown>
}

/** Every email of the product by the name under which it stands in the audit log. */
const kinds = {
  'checkout.receipt': {
    said: ['E-mail sent: receipt.', 'Correo enviado: recibo.'],
    again: (ctx, { about }) => ctx.emit(receiptAsked, { order_id: about.order_id!, request_id: randomUUID() }),
  },
  'checkout.leaver': { said: ['E-mail sent: reminder of a cart.', 'Correo enviado: recordatorio de un carrito.'] },
  'checkout.charge': {
    said: ['E-mail sent: order to be paid.', 'Correo enviado: pedido por pagar.'],
    again: (ctx, { about }) => ctx.emit(orderCharged, { order_id: about.order_id! }),
  },
  'checkout.refusal': {
    said: ['E-mail sent: a payment was not taken.', 'Correo enviado: un pago no se realizó.'],
  },
  'checkout.tracking': {
    said: ['E-mail sent: tracking number.', 'Correo enviado: número de seguimiento.'],
  },
  'checkout.refund-request': {
    said: ['E-mail sent: a refund waits for approval.', 'Correo enviado: un reembolso espera aprobación.'],
  },
  'checkout.refund-decision': {
    said: ['E-mail sent: what became of a refund.', 'Correo enviado: qué pasó con un reembolso.'],
  },
  'checkout.refund': { said: ['E-mail sent: refund.', 'Correo enviado: reembolso.'] },
  'learning.certificate': {
    said: ['E-mail sent: certificate.', 'Correo enviado: certificado.'],
    again: (ctx, { user_id, about }) =>
      oweCertificateMail(ctx, {
        student_certificate_id: about.student_certificate_id!,
        user_id,
        because: 'asked',
      }),
  },
  'learning.report-refused': {
    said: ['E-mail sent: a completion could not be reported.', 'Correo enviado: no se pudo informar una finalización.'],
  },
  'identity.password-link': {
    said: ['E-mail sent: link for a new password.', 'Correo enviado: enlace para una contraseña nueva.'],
    again: (ctx, { user_id }) => ctx.emit(passwordResetRequested, { request_id: randomUUID(), user_ids: [user_id] }),
  },
  'identity.confirm-email': {
    said: ['Email sent: link to confirm the address.', 'Correo enviado: enlace para confirmar la dirección.'],
  },
  'identity.welcome': {
    said: ['E-mail sent: welcome.', 'Correo enviado: bienvenida.'],
    again: (ctx, { user_id }) => resendWelcome.run(ctx, { user_id }),
  },
  'identity.new-password': { said: ['E-mail sent: new password.', 'Correo enviado: contraseña nueva.'] },
  'identity.written': { said: ['E-mail sent: message of staff.', 'Correo enviado: mensaje del personal.'] },
  'identity.sign-in-changed': {
    said: ['E-mail sent: sign-in data were changed.', 'Correo enviado: se cambiaron los datos de acceso.'],
  },
  'identity.order-code': {
    said: ['E-mail sent: code to sign in with an order.', 'Correo enviado: código para iniciar sesión con un pedido.'],
  },
  'identity.invitation': { said: ['E-mail sent: invitation.', 'Correo enviado: invitación.'] },
  'identity.security-notice': { said: ['E-mail sent: security notice.', 'Correo enviado: aviso de seguridad.'] },
} satisfies Record<string, Kind>

/** Jobs send no email that has no name here. */
export type EmailName = keyof typeof kinds
export const emails: Readonly<Record<string, Kind>> = kinds

/** The names of the emails that can be sent again. */
export const emailsToSendAgain = Object.keys(emails).filter((name) => emails[name]?.again)
