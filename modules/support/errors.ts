import { defineErrors } from '../../platform/errors.ts'

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
      "We couldn't read this image. Attach a .jpeg, .jpg or .png of 25 megapixels at most.",
      'No pudimos leer esta imagen. Adjunte un archivo .jpeg, .jpg o .png de 25 megapíxeles como máximo.',
    ],
  ],
  replyTitleTaken: [
    409,
    'REPLY_TITLE',
    ['There is a saved reply with this title already.', 'Ya existe una respuesta guardada con este título.'],
  ],
  tooManyTickets: [
    429,
    'TOO_MANY_TICKETS',
    [
      'You have opened many tickets today. Add your question to one of them, or call us.',
      'Hoy abrió muchas solicitudes. Agregue su pregunta a una de ellas o llámenos.',
    ],
  ],
  notAssignable: [
    422,
    'NOT_ASSIGNABLE',
    ['This person cannot work on support tickets.', 'Esta persona no puede atender solicitudes de soporte.'],
  ],
  notResolved: [
    409,
    'NOT_RESOLVED',
    ['You can rate this once it is resolved.', 'Podrá calificar esto cuando esté resuelto.'],
  ],
})
