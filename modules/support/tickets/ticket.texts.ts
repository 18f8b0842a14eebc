import { texts } from '../../../platform/texts.ts'

export const ticketTexts = texts({
  statusUpdated: ['Successfully updated status.', 'El estado se actualizó.'],
  assigned: ['{name} has been assigned this ticket.', '{name} atiende ahora esta solicitud.'],
  rated: ['Thank you for telling us.', 'Gracias por su opinión.'],
  noteSaved: ['Note saved.', 'Se guardó la nota.'],
  replySaved: ['Saved reply saved.', 'Se guardó la respuesta.'],
  replyRemoved: ['Saved reply removed.', 'Se quitó la respuesta.'],
})
