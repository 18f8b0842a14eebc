import { texts } from '../../../platform/texts.ts'

export const eventTexts = texts({
  events: ['Event Logs', 'Registro de eventos'],
  all: ['Open the whole history', 'Abrir todo el historial'],
  export: ['Export To Excel', 'Exportar a Excel'],
  none: ['No events yet.', 'Todavía no hay eventos.'],
  noneText: [
    'What this person does, and what is done for them, is recorded here.',
    'Aquí se registra lo que hace esta persona y lo que se hace por ella.',
  ],
  time: ['Time', 'Hora'],
  what: ['Description', 'Descripción'],
  type: ['Type', 'Tipo'],
  organization: ['Organization', 'Organización'],
  actions: ['Actions', 'Acciones'],
  resend: ['Resend', 'Reenviar'],
  resendOf: ['Resend: {what}', 'Reenviar: {what}'],
  resent: ['The e-mail was sent again.', 'El correo electrónico se ha enviado de nuevo.'],
  more: ['Show more', 'Mostrar más'],
})
