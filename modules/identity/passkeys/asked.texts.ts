import { texts } from '../../../platform/texts.ts'

/** Why nothing came of a question to the device. */
export const askedTexts = texts({
  failed: [
    'The passkey could not be used. Try again, or use another way.',
    'No se pudo usar la llave de acceso. Inténtelo de nuevo o use otra forma.',
  ],
  unsupported: ['This browser knows no passkeys.', 'Este navegador no admite llaves de acceso.'],
})
