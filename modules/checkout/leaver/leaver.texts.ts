import { texts } from '../../../platform/texts.ts'

export const leaverTexts = texts({
  title: ['Leaver Offer', 'Oferta de salida'],
  lead: [
    'A code for visitors who are about to leave with something in their cart, and an email to those who have left.',
    'Un código para quienes están a punto de irse con algo en el carrito y un correo para quienes ya se han ido.',
  ],
  offer: ['Offer before they leave', 'Oferta antes de irse'],
  offerHint: [
    'Shown once to each visitor of the checkout who has a course in the cart and no code yet.',
    'Se muestra una vez a cada visitante con un curso en el carrito y sin código.',
  ],
  enabled: ['Show the offer', 'Mostrar la oferta'],
  code: ['Promo code', 'Código promocional'],
  codeHint: [
    'It is offered as long as it can be used, for courses of its website.',
    'Se ofrece mientras se pueda usar, para cursos de su sitio web.',
  ],
  mobile: ['Seconds until it shows on phones', 'Segundos hasta mostrarla en teléfonos'],
  mobileHint: [
    'From 5 to 3,600; nobody can be seen to leave there.',
    'De 5 a 3600; allí no se ve cuándo alguien se va.',
  ],
  mobileWrong: ['Enter whole seconds from 5 to 3,600.', 'Introduzca segundos enteros de 5 a 3600.'],
  scrollup: [
    'Also when a phone is scrolled back up quickly',
    'También al desplazarse rápido hacia arriba en un teléfono',
  ],
  letter: ['Email to those who have left', 'Correo para quienes se han ido'],
  letterHint: [
    'One reminder for each unpaid cart of a buyer whose e-mail address is known, one a week at most. Each has a link to stop them.',
    'Un recordatorio por cada carrito sin pagar de un comprador con correo conocido, uno por semana como máximo. Cada uno incluye un enlace para dejar de recibirlos.',
  ],
  mailEnabled: ['Send the email', 'Enviar el correo'],
  minutes: ['Minutes after the last visit', 'Minutos después de la última visita'],
  minutesHint: ['From 1 to 1,440.', 'De 1 a 1440.'],
  minutesWrong: ['Enter whole minutes from 1 to 1,440.', 'Introduzca minutos enteros de 1 a 1440.'],
  saved: ['Leaver offer updated.', 'Oferta de salida actualizada.'],
  save: ['Save', 'Guardar'],
  saving: ['Saving info...', 'Guardando información...'],

  notice: [
    'If you leave before paying, we may send you one reminder by e-mail. It has a link to stop them.',
    'Si se va antes de pagar, podemos enviarle un recordatorio por correo. Incluye un enlace para dejar de recibirlos.',
  ],
  applied: ['Your discount has been applied.', 'Se ha aplicado su descuento.'],
  stopTitle: ['Stop reminders', 'Dejar de recibir recordatorios'],
  stopLead: [
    '{organization} will send you no more reminders about unfinished orders. Receipts and emails about your courses still come.',
    '{organization} no le enviará más recordatorios sobre pedidos sin terminar. Seguirá recibiendo los recibos y los correos de sus cursos.',
  ],
  stop: ['Stop reminders', 'Dejar de recibirlos'],
  stopping: ['Stopping', 'Guardando'],
  stopped: ['You will get no more reminders.', 'No recibirá más recordatorios.'],
  toCart: ['Go to my cart', 'Ir a mi carrito'],
})
