import { texts } from '#platform/texts.ts'

export const otherWaysTexts = texts({
  title: ['Check how you sign in', 'Revise cómo inicia sesión'],
  lead: [
    "Your password was changed. These other ways to sign in still work. Remove any you don't recognize.",
    'Se cambió su contraseña. Estas otras formas de iniciar sesión siguen funcionando. Quite las que no reconozca.',
  ],
  passkey: ['Passkey: {name}', 'Llave de acceso: {name}'],
  passkeyLead: ['Added {date}', 'Agregada el {date}'],
  connectedLead: ['{email}, connected {date}', '{email}, conectada el {date}'],
  organization: ['Your organization', 'Su organización'],
  authenticator: ['Authenticator app', 'Aplicación de autenticación'],
  codesLeft: [
    'Recovery codes left: {n}. They are removed with the app.',
    'Códigos de recuperación disponibles: {n}. Se quitan junto con la aplicación.',
  ],
  linked: ['{name} ({loginid})', '{name} ({loginid})'],
  linkedTo: ['You can switch to this account.', 'Puede cambiar a esta cuenta.'],
  linkedFrom: ['This account can switch to yours.', 'Desde esta cuenta se puede cambiar a la suya.'],
  remove: ['Remove', 'Quitar'],
  removeNamed: ['Remove {name}', 'Quitar {name}'],
  removed: ['Removed.', 'Se quitó.'],
  removeAll: ['Remove all', 'Quitar todas'],
  removedAll: [
    'We removed every other way to sign in. Use your new password.',
    'Quitamos las demás formas de iniciar sesión. Use su contraseña nueva.',
  ],
  keep: ['Keep these and continue', 'Conservarlas y continuar'],
})
