import { texts } from '#platform/texts.ts'

export const historyWords = texts({
  title: ['Event History', 'Historial de eventos'],
  empty: [
    'No events yet. What this person does, and what others do for them, will appear here.',
    'Todavía no hay eventos. Aquí aparecerá lo que haga esta persona y lo que otros hagan por ella.',
  ],
  audit_id: ['Event ID', 'ID del evento'],
  reference: ['Reference', 'Referencia'],
  organization: ['Organization', 'Organización'],
  description: ['Description', 'Descripción'],
  type: ['Type', 'Tipo'],
  changes: ['Before and After', 'Antes y después'],
  lesson: ['Lesson', 'Lección'],
  time: ['Time', 'Fecha y hora'],
  actor: ['Done By', 'Realizado por'],
  viewer: ['Viewed By', 'Visto por'],
  entityType: ['About', 'Relacionado con'],
  entity: ['About (ID)', 'Relacionado con (ID)'],
  resend: ['Resend Email', 'Reenviar correo'],
  sent: ["We're sending the email again.", 'Estamos enviando el correo de nuevo.'],
})
