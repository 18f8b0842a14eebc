import { texts } from '../../../platform/texts.ts'

export const passkeyTexts = texts({
  title: ['Passkeys', 'Llaves de acceso'],
  lead: [
    'Sign in with your finger, your face or the PIN of this device instead of a password.',
    'Inicie sesión con el dedo, la cara o el PIN de este dispositivo en lugar de la contraseña.',
  ],
  none: ['No passkeys yet.', 'Aún no hay llaves de acceso.'],
  add: ['Add a passkey', 'Agregar una llave de acceso'],
  added: ['Passkey added.', 'Llave de acceso agregada.'],
  name: ['Name', 'Nombre'],
  nameHint: ['Where you keep it: Phone, Work laptop …', 'Dónde la guarda: teléfono, portátil del trabajo…'],
  nameRequired: ['Enter a name.', 'Escriba un nombre.'],
  rename: ['Rename', 'Cambiar nombre'],
  remove: ['Remove', 'Quitar'],
  removeTitle: ['Remove “{name}”?', '¿Quitar «{name}»?'],
  removeAsk: ['It will not sign you in any more.', 'Ya no servirá para iniciar sesión.'],
  removed: ['Passkey removed.', 'Llave de acceso quitada.'],
  save: ['Save', 'Guardar'],
  cancel: ['Cancel', 'Cancelar'],
  createdAt: ['Added {date}', 'Agregada el {date}'],
  usedAt: ['last used {date}', 'último uso el {date}'],
  backedUp: ['synced', 'sincronizada'],
  signIn: ['Sign in with a passkey', 'Iniciar sesión con llave de acceso'],
  usePasskey: ['Use a passkey', 'Usar una llave de acceso'],
  waiting: ['Waiting for your device...', 'Esperando a su dispositivo...'],
  notAdded: ['The passkey could not be added.', 'No se pudo agregar la llave de acceso.'],
})
