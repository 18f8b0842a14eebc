import { Letter } from '../../platform/mail/letter.tsx'
import { type Locale, say, texts } from '../../platform/texts.ts'

export const writtenTexts = texts({
  hello: ['Hello {first_name},', 'Hola, {first_name}:'],
  from: ['{sender_name}, {organization_name}', '{sender_name}, {organization_name}'],
})

type WrittenProps = {
  locale: Locale
  organization_name: string
  first_name: string
  sender_name: string
  subject: string
  message: string
}

/** A letter that staff wrote. Their words are text: nothing in them becomes markup. */
export function WrittenLetter({ locale, subject, message, ...names }: WrittenProps) {
  const t = (key: keyof typeof writtenTexts) => say(locale, writtenTexts, key, names)
  const paragraphs = message.split(/\n\s*\n/)
  return (
    <Letter
      locale={locale}
      brand={{ name: names.organization_name }}
      preheader={paragraphs[0]?.slice(0, 100) ?? ''}
      heading={subject}
    >
      <p>{t('hello')}</p>
      {paragraphs.map((words, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of one letter never change
        <p key={at} style={{ whiteSpace: 'pre-line' }}>
          {words}
        </p>
      ))}
      <p>{t('from')}</p>
    </Letter>
  )
}
