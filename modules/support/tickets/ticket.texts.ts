import { texts } from '#platform/texts.ts'

export const ticketTexts = texts({
  statusUpdated: ['Successfully updated status.', 'El estado se actualizó.'],
  assigned: ['{name} has been assigned this ticket.', '{name} atiende ahora esta solicitud.'],
  rated: ['Thanks for your feedback.', 'Gracias por su opinión.'],
  noteSaved: ['Note saved.', 'Se guardó la nota.'],
  replySaved: ['Reply saved.', 'Se guardó la respuesta.'],
  replyRemoved: ['Reply removed.', 'Se quitó la respuesta.'],
})
