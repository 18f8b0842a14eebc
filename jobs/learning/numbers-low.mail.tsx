import { stockTexts } from '#modules/learning/certificates/stock.texts.ts'
import { agencyNameSentence, type StockWarning } from '#modules/learning/entry.ts'
import { agencyName } from '#modules/learning/index.ts'
import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import type { Sentence } from '#platform/sentence.ts'
import { type Locale, localText } from '#platform/texts.ts'

export const numbersLowEmail = declareEmail({
  name: 'learning.certificate-numbers',
  kind: 'service',
  title: ['certificate numbers running low', 'números de certificado por agotarse'],
  texts: stockTexts,
  subject: 'lowSubject',
  body: ['low', 'out'],
  button: 'open',
  samples: { left: '12' },
})

/** The warning in a language. */
export function numbersTexts(locale: Locale, { agency, left }: StockWarning) {
  const params = { left, agency: agencyName({ agency, state_code: '' }, locale) }
  return {
    subject: localText(locale, stockTexts, 'lowSubject', params),
    body: localText(locale, stockTexts, left === 0 ? 'out' : 'low', params),
  }
}

/** The notification about it. */
export const numbersNotification = ({ agency, left }: StockWarning): Sentence => ({
  text: stockTexts[left === 0 ? 'out' : 'low'],
  params: { left, agency: agencyNameSentence({ agency, state_code: '' }) },
})

type Props = { holder: StockWarning['holders'][number]; warning: StockWarning; href: string }

/** The email to staff whose organization is running out of certificate numbers. */
export function NumbersLowEmail({ holder: { locale, first_name }, warning, href }: Props) {
  const { subject, body } = numbersTexts(locale, warning)
  return (
    <Email
      locale={locale}
      brand={{ name: warning.organization_name }}
      preheader={body}
      heading={subject}
      name={first_name}
      body={[body]}
      button={{ label: localText(locale, stockTexts, 'open'), href }}
    />
  )
}
