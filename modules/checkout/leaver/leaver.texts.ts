import { texts } from '#platform/texts.ts'

export const leaverTexts = texts({
  title: ['Leaver Offer', 'Oferta de salida'],
  lead: [
    'Offer a promo code to visitors who are about to leave with a course in their cart. Email a reminder to those who left.',
    'Ofrezca un código promocional a quienes están a punto de irse con un curso en el carrito y envíe un recordatorio por correo electrónico a quienes ya se fueron.',
  ],
  offer: ['Offer before they leave', 'Oferta antes de irse'],
  offerHint: [
    'Shown once at checkout to each visitor who has a course in the cart and no promo code.',
    'Se muestra una vez, en la página de pago, a cada visitante que tiene un curso en el carrito y ningún código promocional.',
  ],
  enabled: ['Show the offer', 'Mostrar la oferta'],
  code: ['Promo code', 'Código promocional'],
  codeHint: [
    'Offered while the code is active, for courses on its website.',
    'Se ofrece mientras el código esté activo, para los cursos de su sitio web.',
  ],
  mobile: ['Seconds before it shows on phones', 'Segundos antes de mostrarla en teléfonos'],
  mobileHint: [
    "From 5 to 3,600. On a phone we can't tell when a visitor is about to leave.",
    'De 5 a 3,600. En un teléfono no se puede saber cuándo alguien está a punto de irse.',
  ],
  mobileWrong: [
    'Enter a whole number of seconds from 5 to 3,600.',
    'Escriba un número entero de segundos de 5 a 3,600.',
  ],
  scrollup: [
    'Also show it when a visitor scrolls up quickly on a phone',
    'Mostrarla también cuando alguien se desplaza rápidamente hacia arriba en un teléfono',
  ],
  letter: ['Reminder after they leave', 'Recordatorio después de irse'],
  letterHint: [
    "We email one reminder for each unpaid cart if we know the buyer's email address, at most one a week. Each reminder has a link to unsubscribe.",
    'Enviamos un recordatorio por cada carrito sin pagar si conocemos el correo electrónico del comprador, uno por semana como máximo. Cada recordatorio incluye un enlace para dejar de recibirlos.',
  ],
  mailEnabled: ['Send the reminder', 'Enviar el recordatorio'],
  minutes: ['Minutes after the last visit', 'Minutos después de la última visita'],
  minutesHint: ['From 1 to 1,440.', 'De 1 a 1,440.'],
  minutesWrong: [
    'Enter a whole number of minutes from 1 to 1,440.',
    'Escriba un número entero de minutos de 1 a 1,440.',
  ],
  saved: ['Leaver offer updated.', 'Oferta de salida actualizada.'],
  save: ['Save', 'Guardar'],
  saving: ['Saving info...', 'Guardando…'],

  notice: [
    'If you leave before you pay, we may email you one reminder. It has a link to stop reminders.',
    'Si se va antes de pagar, es posible que le enviemos un recordatorio por correo electrónico. Incluye un enlace para dejar de recibirlos.',
  ],
  applied: ['Your discount was applied.', 'Se aplicó su descuento.'],
  stopTitle: ['Stop reminders', 'Dejar de recibir recordatorios'],
  stopLead: [
    "{organization} won't send you any more reminders about unfinished orders. You'll still get receipts and emails about your courses.",
    '{organization} no le enviará más recordatorios sobre pedidos sin terminar. Seguirá recibiendo los recibos y los correos electrónicos sobre sus cursos.',
  ],
  stop: ['Stop reminders', 'Dejar de recibir recordatorios'],
  stopping: ['Stopping', 'Guardando'],
  stopped: ["You won't get any more reminders.", 'No recibirá más recordatorios.'],
  toCart: ['Go to my cart', 'Ir a mi carrito'],
})
