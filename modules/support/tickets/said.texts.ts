import { texts } from '#platform/texts.ts'

/** The product's own messages in a thread; each reader sees them in their own language. */
export const saidTexts = texts({
  assigned: ['{name} has been assigned this ticket.', '{name} atiende ahora esta solicitud.'],
  resolved: ['This ticket was resolved.', 'Esta solicitud se resolvió.'],
  reopened: ['This ticket was reopened.', 'Esta solicitud se volvió a abrir.'],
  former: ['This ticket continues ticket {name}.', 'Esta solicitud es continuación de la solicitud {name}.'],
  visitor: ['{name} added this ticket to their account.', '{name} agregó esta solicitud a su cuenta.'],
})
export type ProductMessage = keyof typeof saidTexts
