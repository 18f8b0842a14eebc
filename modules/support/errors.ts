import { defineErrors } from '#platform/errors.ts'

export const supportErrors = defineErrors({
  statusRefused: [409, 'TICKET_STATUS', ['Error updating status.', 'No se pudo actualizar el estado.']],
  emptyMessage: [
    422,
    'EMPTY_MESSAGE',
    ['Write a message or attach an image first.', 'Primero escriba un mensaje o adjunte una imagen.'],
  ],
  imageRefused: [
    422,
    'CHAT_IMAGE',
    [
      "We couldn't read this image. Attach a .jpeg, .jpg or .png file of up to 25 megapixels.",
      'No pudimos leer esta imagen. Adjunte un archivo .jpeg, .jpg o .png de 25 megapíxeles como máximo.',
    ],
  ],
  replyTitleTaken: [
    409,
    'REPLY_TITLE',
    [
      'A saved reply with this title already exists. Use another title.',
      'Ya existe una respuesta guardada con este título. Use otro título.',
    ],
  ],
  tooManyTickets: [
    429,
    'TOO_MANY_TICKETS',
    [
      "You've reached the limit of new tickets for today. Add your question to one of your tickets, or call us.",
      'Ya llegó al límite de solicitudes nuevas por hoy. Agregue su pregunta a una de sus solicitudes o llámenos.',
    ],
  ],
  notAssignable: [
    422,
    'NOT_ASSIGNABLE',
    [
      "This person can't be assigned support tickets.",
      'A esta persona no se le pueden asignar solicitudes de soporte.',
    ],
  ],
  notResolved: [
    409,
    'NOT_RESOLVED',
    ["You can rate this ticket after it's resolved.", 'Podrá calificar esta solicitud cuando esté resuelta.'],
  ],
})
