import { texts } from '../../../platform/texts.ts'

export const securityTexts = texts({
  change: ['Change Password', 'Cambiar contraseña'],
  set: ['Set Password', 'Establecer contraseña'],
  old: ['Old password', 'Contraseña anterior'],
  new: ['New password', 'Contraseña nueva'],
  confirm: ['Confirm password', 'Confirmar contraseña'],
  save: ['Change Password', 'Cambiar contraseña'],
  saving: ['Saving info...', 'Guardando información...'],
  saved: [
    'The password was changed. Every other device was signed out.',
    'La contraseña se ha cambiado. Se ha cerrado la sesión en los demás dispositivos.',
  ],
  setLead: [
    'Nobody sets a password for somebody else. A link with which {name} sets one goes to {email}.',
    'Nadie establece la contraseña de otra persona. Se envía a {email} un enlace con el que {name} establece la suya.',
  ],
  send: ['Send the link', 'Enviar el enlace'],
  resetting: ['Resetting Password...', 'Restableciendo la contraseña...'],
  sent: ['The link is on its way to {email}.', 'El enlace va de camino a {email}.'],
})
