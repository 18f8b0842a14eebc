import { texts } from '#platform/texts.ts'

export const eventTexts = texts({
  events: ['Event Logs', 'Registro de eventos'],
  all: ['Open full history', 'Abrir el historial completo'],
  export: ['Export To Excel', 'Exportar a Excel'],
  none: ['No events yet.', 'Todavía no hay eventos.'],
  noneText: [
    'What this person does, and what others do for them, will appear here.',
    'Aquí aparecerá lo que haga esta persona y lo que otros hagan por ella.',
  ],
  time: ['Time', 'Fecha y hora'],
  what: ['Description', 'Descripción'],
  type: ['Type', 'Tipo'],
  organization: ['Organization', 'Organización'],
  actions: ['Actions', 'Acciones'],
  resend: ['Resend', 'Reenviar'],
  resendOf: ['Resend: {what}', 'Reenviar: {what}'],
  resent: ['The email was sent again.', 'El correo electrónico se envió de nuevo.'],
  more: ['Show more', 'Mostrar más'],
})
