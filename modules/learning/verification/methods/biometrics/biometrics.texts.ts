import { texts } from '#platform/texts.ts'

export const biometricsTexts = texts({
  title: ['Your device', 'Su dispositivo'],
  lead: [
    "During the course, we'll ask this device to confirm that it's you, with your fingerprint, your face or its PIN.",
    'Durante el curso le pediremos a este dispositivo que confirme que es usted, con su huella, su rostro o su PIN.',
  ],
  privacy: [
    'Your fingerprint and face data stay on your device. We only learn that it recognized you.',
    'Su huella y su rostro no salen de su dispositivo. Solo sabremos que lo reconoció.',
  ],
  setUp: ['Set up this device', 'Configurar este dispositivo'],
  kept: ['Your device is set up.', 'Su dispositivo está configurado.'],
  verifyLead: [
    'Use the device from your setup. It confirms that it recognizes you, with your fingerprint, your face or its PIN.',
    'Use el dispositivo de su configuración. Confirmará que lo reconoce, con su huella, su rostro o su PIN.',
  ],
  confirm: ['Confirm with this device', 'Confirmar con este dispositivo'],
  waiting: ['Waiting for your device…', 'Esperando a su dispositivo…'],
  notKept: [
    "Your device wasn't set up. Try again, or use other checks.",
    'No se configuró su dispositivo. Inténtelo de nuevo o use otras verificaciones.',
  ],
  notConfirmed: [
    "Your device didn't confirm that it's you. Try again, or use another check. You haven't used an attempt.",
    'Su dispositivo no confirmó que es usted. Inténtelo de nuevo o use otra verificación. No gastó ningún intento.',
  ],
  unable: [
    "This device or browser can't recognize you. Turn on its screen lock, or use another device or other checks.",
    'Este dispositivo o navegador no puede reconocerlo. Active el bloqueo de pantalla, use otro dispositivo u otras verificaciones.',
  ],
  otherTitle: ["Can't use this device?", '¿No puede usar este dispositivo?'],
  otherSetup: [
    "We'll use the other checks of this course instead, such as your personal questions.",
    'Usaremos las demás verificaciones de este curso, como sus preguntas personales.',
  ],
  other: ['Use other checks', 'Usar otras verificaciones'],
  otherOnce: ['Use another check', 'Usar otra verificación'],
  otherOnceHint: ["This doesn't use an attempt.", 'Esto no gasta ningún intento.'],
  skipped: ["We won't use your device to check your identity.", 'No le preguntaremos a su dispositivo.'],
})
