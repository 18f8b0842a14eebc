import { texts } from '#platform/texts.ts'

export const securityTexts = texts({
  change: ['Change Password', 'Cambiar contraseña'],
  set: ['Set Password', 'Establecer contraseña'],
  old: ['Old password', 'Contraseña actual'],
  new: ['New password', 'Contraseña nueva'],
  confirm: ['Confirm password', 'Confirmar contraseña'],
  save: ['Change Password', 'Cambiar contraseña'],
  saving: ['Saving info...', 'Guardando…'],
  saved: [
    'Your password was changed. Every other device was signed out.',
    'Se cambió su contraseña. Se cerró la sesión en los demás dispositivos.',
  ],
  setLead: [
    "For security, only {name} can choose their password. We'll email a link to {email}.",
    'Por seguridad, solo {name} puede elegir su contraseña. Enviaremos un enlace a {email}.',
  ],
  send: ['Send link', 'Enviar enlace'],
  resetting: ['Resetting Password...', 'Restableciendo la contraseña…'],
  sent: ['We sent the link to {email}.', 'Enviamos el enlace a {email}.'],
})
