import type { TranscriptEmail } from '#modules/support/entry.ts'
import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import type { Attachment } from '#platform/mail/mail.ts'
import { localText, texts } from '#platform/texts.ts'

const transcriptMailTexts = texts({
  heading: ['Your conversation with support: {issue_name}', 'Su conversación con soporte: {issue_name}'],
  body: [
    'The messages of this conversation are attached as a text file.',
    'Los mensajes de esta conversación van adjuntos en un archivo de texto.',
  ],
  button: ['Open the conversation', 'Abrir la conversación'],
  file: ['Ticket {issue_id}.txt', 'Solicitud {issue_id}.txt'],
})

export const transcriptEmail = declareEmail({
  name: 'support.transcript',
  kind: 'service',
  title: ['transcript of a support ticket', 'transcripción de una solicitud de soporte'],
  texts: transcriptMailTexts,
  subject: 'heading',
  body: ['body'],
})

export const transcriptSubject = ({ locale, issue_name }: TranscriptEmail): string =>
  localText(locale, transcriptMailTexts, 'heading', { issue_name })

export const transcriptFile = ({ locale, issue_id, transcript }: TranscriptEmail): Attachment => ({
  name: localText(locale, transcriptMailTexts, 'file', { issue_id }),
  content_type: 'text/plain; charset=utf-8',
  bytes: new TextEncoder().encode(transcript),
})

/** The email to a participant who requested a ticket's messages. */
export function TranscriptMail({ transcript, href }: { transcript: TranscriptEmail; href: string }) {
  const { locale, organization_name, first_name } = transcript
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={transcriptSubject(transcript)}
      heading={transcriptSubject(transcript)}
      name={first_name}
      body={[localText(locale, transcriptMailTexts, 'body')]}
      button={{ label: localText(locale, transcriptMailTexts, 'button'), href }}
    />
  )
}
