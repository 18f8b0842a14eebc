import { texts } from '#platform/texts.ts'

export const keystrokeTexts = texts({
  title: ['Your typing', 'Su forma de teclear'],
  lead: [
    'Everyone has their own typing rhythm. Type the text three times, the way you usually type, so we can recognize yours later.',
    'Cada persona teclea a su propio ritmo. Escriba el texto tres veces, como escribe siempre, para que después reconozcamos el suyo.',
  ],
  verifyLead: [
    "Type the text the way you usually type. We'll compare your rhythm with the one from your setup.",
    'Escriba el texto como escribe siempre. Compararemos su ritmo con el de su configuración.',
  ],
  text: ['Text to type', 'Texto para escribir'],
  field: ['Type the text here', 'Escriba el texto aquí'],
  hint: [
    "Capital letters and punctuation don't matter. Correct mistakes with the Backspace key.",
    'Las mayúsculas y la puntuación no importan. Corrija los errores con la tecla Retroceso.',
  ],
  sample: ['Sample {number} of {all}', 'Muestra {number} de {all}'],
  send: ['Send text', 'Enviar texto'],
  noKeys: [
    'This device has no keyboard that we can measure. Use another computer, or another check.',
    'Este dispositivo no tiene un teclado que podamos medir. Use otra computadora u otra verificación.',
  ],
  otherTitle: [
    "Can't type steadily, or don't have a keyboard?",
    '¿No puede escribir de forma pareja o no tiene teclado?',
  ],
  touchTitle: ['On a phone or tablet? Skip this check.', '¿Usa un teléfono o una tableta? Omita esta verificación.'],
  otherSetup: [
    "We'll use this course's other checks instead, such as your personal questions.",
    'Usaremos las demás verificaciones de este curso, como sus preguntas personales.',
  ],
  other: ['Use other checks', 'Usar otras verificaciones'],
  otherOnce: ['Use another check', 'Usar otra verificación'],
  waived: ["We won't check your typing.", 'No verificaremos su forma de teclear.'],
})
