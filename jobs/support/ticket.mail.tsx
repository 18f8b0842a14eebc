import type { TicketEmail } from '#modules/support/entry.ts'
import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { localText, texts } from '#platform/texts.ts'

const ticketMailTexts = texts({
  'answer.heading': ['Support replied: {issue_name}', 'Soporte respondió: {issue_name}'],
  'answer.body': ['You have a new reply from support.', 'Tiene una nueva respuesta de soporte.'],
  'received.heading': ['We got your message: {issue_name}', 'Recibimos su mensaje: {issue_name}'],
  'received.body': [
    "Thanks for writing to us. We'll reply within 24 - 48 hours. Use the button below to read the conversation or add to it.",
    'Gracias por escribirnos. Le responderemos en un plazo de 24 a 48 horas. Use el botón para leer la conversación o agregar algo.',
  ],
  'received.ignore': [
    "If you didn't write to us, you can ignore this email.",
    'Si usted no nos escribió, puede ignorar este correo.',
  ],
  button: ['Open the conversation', 'Abrir la conversación'],
})

export const answerEmail = declareEmail({
  name: 'support.answer',
  kind: 'service',
  title: ['reply from support', 'respuesta de soporte'],
  texts: ticketMailTexts,
  subject: 'answer.heading',
  body: ['answer.body'],
})

export const receivedEmail = declareEmail({
  name: 'support.received',
  kind: 'service',
  title: ['message to support received', 'confirmación de un mensaje a soporte'],
  texts: ticketMailTexts,
  subject: 'received.heading',
  body: ['received.body', 'received.ignore'],
})

export type TicketMailKind = 'answer' | 'received'
type Props = { ticket: TicketEmail; kind: TicketMailKind; href: string }

export const ticketSubjectLine = ({ locale, issue_name }: TicketEmail, kind: TicketMailKind): string =>
  localText(locale, ticketMailTexts, `${kind}.heading`, { issue_name })

/** The email to a ticket's reporter: the ticket was received, or has an answer. */
export function TicketMail({ ticket, kind, href }: Props) {
  const { locale, organization_name, first_name, answer } = ticket
  const body = [
    localText(locale, ticketMailTexts, `${kind}.body`),
    kind === 'answer' ? answer : localText(locale, ticketMailTexts, 'received.ignore'),
  ]
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={ticketSubjectLine(ticket, kind)}
      heading={ticketSubjectLine(ticket, kind)}
      name={first_name}
      body={body}
      button={{ label: localText(locale, ticketMailTexts, 'button'), href }}
    />
  )
}
