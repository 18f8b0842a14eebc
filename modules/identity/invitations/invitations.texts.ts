import { texts } from '#platform/texts.ts'

export const invitationTexts = texts({
  invite: ['Invite Instructor', 'Invitar a un instructor'],
  title: ['Invitations', 'Invitaciones'],
  lead: [
    "We'll email this person a link to choose a username and password. The link works once and expires in 7 days.",
    'Le enviaremos a esta persona un correo electrónico con un enlace para elegir un nombre de usuario y una contraseña. El enlace funciona una sola vez y vence en 7 días.',
  ],
  email: ['Email', 'Correo electrónico'],
  firstName: ['First name', 'Nombre'],
  lastName: ['Last name', 'Apellido'],
  send: ['Send invitation', 'Enviar invitación'],
  sending: ['Sending…', 'Enviando…'],
  sent: ['Invitation sent to {email}.', 'Se envió la invitación a {email}.'],
  open: ['Open invitations', 'Invitaciones pendientes'],
  none: ['No open invitations.', 'No hay invitaciones pendientes.'],
  organization: ['Organization', 'Organización'],
  invitedBy: ['Invited by', 'Invitado por'],
  until: ['Expires on', 'Vence el'],
  expired: ['Expired', 'Vencida'],
  actions: ['Actions', 'Acciones'],
  resend: ['Resend', 'Reenviar'],
  resendOf: ['Resend the invitation to {email}', 'Reenviar la invitación a {email}'],
  resent: ['Invitation sent again.', 'La invitación se envió de nuevo.'],
  revoke: ['Revoke', 'Revocar'],
  revokeOf: ['Revoke the invitation to {email}', 'Revocar la invitación a {email}'],
  revoked: ['Invitation revoked.', 'Invitación revocada.'],
})
