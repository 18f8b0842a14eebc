import { texts } from '#platform/texts.ts'

export const sentWords = texts({
  title: ['Sent emails', 'Correos enviados'],
  empty: [
    'Emails that we send to your people will appear here.',
    'Los correos que enviemos a sus usuarios aparecerán aquí.',
  ],
  email: ['Email', 'Correo'],
  kind: ['Purpose', 'Finalidad'],
  recipient: ['Recipient', 'Destinatario'],
  address: ['Current address', 'Dirección actual'],
  sentAt: ['Sent at', 'Enviado'],
  organization: ['Organization', 'Organización'],
  number: ['Event', 'Evento'],
})
