import { texts } from '#platform/texts.ts'

/** The text of a code's message. A call reads it out twice, digit by digit. */
export const messageTexts = texts({
  sms: [
    "{code} is your code for {course}. It expires in {minutes, plural, one {{minutes} minute} other {{minutes} minutes}}. Don't share it with anyone.",
    '{code} es su código para {course}. Vence en {minutes, plural, one {{minutes} minuto} other {{minutes} minutos}}. No lo comparta con nadie.',
  ],
  voice: [
    'Your code for {course} is: {code}. It expires in {minutes, plural, one {{minutes} minute} other {{minutes} minutes}}.',
    'Su código para {course} es: {code}. Vence en {minutes, plural, one {{minutes} minuto} other {{minutes} minutos}}.',
  ],
})

export const phoneTexts = texts({
  title: ['Your phone', 'Su teléfono'],
  lead: [
    "During the course, we may send a code to this phone to confirm that it's you.",
    'Durante el curso podemos enviar un código a este teléfono para confirmar que es usted.',
  ],
  number: ['Phone number', 'Número de teléfono'],
  numberRequired: ['Enter a phone number with 10 digits.', 'Escriba un número de teléfono de 10 dígitos.'],
  days: ['Days we can reach you', 'Días en que podemos comunicarnos con usted'],
  daysHint: [
    'We only send codes on these days and during these hours, in your time zone.',
    'Solo enviamos códigos en estos días y a estas horas, según su zona horaria.',
  ],
  from: ['From', 'Desde'],
  until: ['Until', 'Hasta'],
  daysRequired: ['Choose at least one day.', 'Elija al menos un día.'],
  hoursOutside: ['Choose hours when this course sends codes.', 'Elija un horario en el que este curso envíe códigos.'],
  save: ['Save number', 'Guardar número'],
  how: ['How should we send the code?', '¿Cómo le enviamos el código?'],
  'how.sms': ['Text message', 'Mensaje de texto'],
  'how.voice': ['Phone call', 'Llamada telefónica'],
  send: ['Send code', 'Enviar código'],
  again: ['Send a new code', 'Enviar un código nuevo'],
  change: ['Use another number', 'Usar otro número'],
  willSend: [
    "We'll send a 6-digit code to your phone ending in {ending}.",
    'Le enviaremos un código de 6 dígitos a su teléfono que termina en {ending}.',
  ],
  'sent.sms': [
    'We texted a code to your phone ending in {ending}. It expires in {minutes, plural, one {{minutes} minute} other {{minutes} minutes}}.',
    'Le enviamos un código por mensaje de texto a su teléfono que termina en {ending}. Vence en {minutes, plural, one {{minutes} minuto} other {{minutes} minutos}}.',
  ],
  'sent.voice': [
    "We're calling your phone ending in {ending} with a code. It expires in {minutes, plural, one {{minutes} minute} other {{minutes} minutes}}.",
    'Estamos llamando a su teléfono que termina en {ending} para darle un código. Vence en {minutes, plural, one {{minutes} minuto} other {{minutes} minutos}}.',
  ],
  unanswered: [
    "You didn't answer our call. Send a new code to try again.",
    'No contestó nuestra llamada. Envíe un código nuevo para intentarlo otra vez.',
  ],
  undelivered: [
    "We couldn't deliver the code to your phone. Try again, or choose the other way to get it.",
    'No pudimos entregar el código a su teléfono. Inténtelo de nuevo o elija la otra forma de recibirlo.',
  ],
  over: ['This code expired. Send a new one.', 'Este código venció. Envíe uno nuevo.'],
  code: ['Code', 'Código'],
  codeHint: ['6 digits', '6 dígitos'],
  codeRequired: ['Enter the 6-digit code.', 'Escriba los 6 dígitos del código.'],
  confirm: ['Confirm code', 'Confirmar código'],
  wrong: [
    "That code isn't right. Check it and try again.",
    'Ese código no es correcto. Revíselo e inténtelo de nuevo.',
  ],
  proven: ['Your phone is confirmed.', 'Su teléfono está confirmado.'],
  noPhone: [
    "Don't have a phone? Contact support and we'll turn off phone checks for you.",
    '¿No tiene teléfono? Comuníquese con soporte y desactivaremos las verificaciones por teléfono.',
  ],
})
