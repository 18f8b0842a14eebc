import { texts } from '#platform/texts.ts'

export const passkeyTexts = texts({
  title: ['Passkeys', 'Llaves de acceso'],
  lead: [
    'Use your fingerprint, face or device PIN to sign in instead of a password.',
    'Use su huella, su rostro o el PIN de su dispositivo para iniciar sesión en lugar de una contraseña.',
  ],
  none: ['No passkeys yet.', 'Todavía no hay llaves de acceso.'],
  add: ['Add passkey', 'Agregar llave de acceso'],
  added: ['Passkey added.', 'Se agregó la llave de acceso.'],
  name: ['Name', 'Nombre'],
  nameHint: [
    'Where this passkey is saved, such as Phone or Work laptop',
    'Dónde está guardada esta llave, por ejemplo, Teléfono o Laptop del trabajo',
  ],
  nameRequired: ['Enter a name.', 'Escriba un nombre.'],
  rename: ['Rename', 'Cambiar nombre'],
  remove: ['Remove', 'Quitar'],
  removeTitle: ['Remove “{name}”?', '¿Quitar “{name}”?'],
  removeAsk: ["You'll no longer be able to sign in with it.", 'Ya no podrá usarla para iniciar sesión.'],
  removed: ['Passkey removed.', 'Se quitó la llave de acceso.'],
  save: ['Save', 'Guardar'],
  cancel: ['Cancel', 'Cancelar'],
  createdAt: ['Added {date}', 'Agregada el {date}'],
  usedAt: ['last used {date}', 'último uso el {date}'],
  backedUp: ['synced', 'sincronizada'],
  signIn: ['Sign in with a passkey', 'Iniciar sesión con una llave de acceso'],
  usePasskey: ['Use a passkey', 'Usar una llave de acceso'],
  waiting: ['Waiting for your device…', 'Esperando a su dispositivo…'],
  notAdded: ["We couldn't add the passkey. Try again.", 'No pudimos agregar la llave de acceso. Inténtelo de nuevo.'],
})
