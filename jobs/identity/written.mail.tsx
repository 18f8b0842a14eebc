import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { type Locale, localText, texts } from '#platform/texts.ts'

export const writtenTexts = texts({
  from: ['{sender_name}, {organization_name}', '{sender_name}, {organization_name}'],
})

export const writtenEmail = declareEmail({
  name: 'identity.written',
  kind: 'personal',
  title: ['message from staff', 'mensaje del personal'],
  texts: null,
})

type WrittenProps = {
  locale: Locale
  organization_name: string
  first_name: string
  sender_name: string
  subject: string
  message: string
}

/** An email written by staff. Their text is plain: nothing in it becomes markup. */
export function WrittenEmail({ locale, subject, message, ...names }: WrittenProps) {
  const t = (key: keyof typeof writtenTexts) => localText(locale, writtenTexts, key, names)
  const paragraphs = message.split(/\n\s*\n/)
  return (
    <Email
      locale={locale}
      brand={{ name: names.organization_name }}
      preheader={paragraphs[0]?.slice(0, 100) ?? ''}
      heading={subject}
      name={names.first_name}
      body={[
        ...paragraphs.map((text) => (
          <p key={text} style={{ whiteSpace: 'pre-line' }}>
            {text}
          </p>
        )),
        t('from'),
      ]}
    />
  )
}
