import { texts } from '#platform/texts.ts'

/** The reasons why the device gave no response. */
export const askedTexts = texts({
  failed: [
    "We couldn't use the passkey. Try again, or use another way to sign in.",
    'No pudimos usar la llave de acceso. Inténtelo de nuevo o use otra forma de iniciar sesión.',
  ],
  unsupported: ["This browser doesn't support passkeys.", 'Este navegador no admite llaves de acceso.'],
})
