import { texts } from '../../../platform/texts.ts'

export const invitationTexts = texts({
  invite: ['Invite Instructor', 'Invitar instructor'],
  title: ['Invitations', 'Invitaciones'],
  lead: [
    'An email with a link goes to the e-mail address. Whoever opens it chooses a username and a password; the link works once, for seven days.',
    'Se envía al correo electrónico una carta con un enlace. Quien la abre elige un nombre de usuario y una contraseña; el enlace funciona una vez, durante siete días.',
  ],
  email: ['E-mail', 'Correo electrónico'],
  firstName: ['First name', 'Nombre'],
  lastName: ['Last name', 'Apellido'],
  send: ['Send invitation', 'Enviar invitación'],
  sending: ['Sending…', 'Enviando…'],
  sent: ['Invitation sent to {email}.', 'Invitación enviada a {email}.'],
  open: ['Open invitations', 'Invitaciones pendientes'],
  none: ['No open invitations.', 'No hay invitaciones pendientes.'],
  organization: ['Organization', 'Organización'],
  invitedBy: ['Invited by', 'Invitado por'],
  until: ['Works until', 'Vale hasta'],
  expired: ['Expired', 'Caducada'],
  actions: ['Actions', 'Acciones'],
  resend: ['Resend', 'Reenviar'],
  resendOf: ['Resend the invitation of {email}', 'Reenviar la invitación de {email}'],
  resent: ['Invitation sent again.', 'Invitación enviada de nuevo.'],
  revoke: ['Revoke', 'Retirar'],
  revokeOf: ['Revoke the invitation of {email}', 'Retirar la invitación de {email}'],
  revoked: ['Invitation revoked.', 'Invitación retirada.'],
})
