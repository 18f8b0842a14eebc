import { Letter } from '../../platform/mail/letter.tsx'
import { type Locale, say, texts } from '../../platform/texts.ts'

export const certificateLetterTexts = texts({
  subject: ['Your certificate: {course_name}', 'Su certificado: {course_name}'],
  heading: ['Your certificate of completion', 'Su certificado de finalización'],
  preheader: ['The certificate is attached as a PDF.', 'El certificado va adjunto en PDF.'],
  hello: ['Hello {first_name},', 'Hola, {first_name}:'],
  body: [
    'congratulations on completing {course_name}. Your certificate {certificate_number} is attached as a PDF; you can also download it from your dashboard.',
    'enhorabuena por terminar {course_name}. Su certificado {certificate_number} va adjunto en PDF; también puede descargarlo desde su panel.',
  ],
  check: ['Anybody can check it at this address:', 'Cualquiera puede comprobarlo en esta dirección:'],
  button: ['Open your dashboard', 'Abrir su panel'],
})

type CertificateLetterProps = {
  locale: Locale
  organization_name: string
  course_name: string
  first_name: string
  certificate_number: string
  href: string
  check_href: string
}

/** The letter that brings a certificate. */
export function CertificateLetter(props: CertificateLetterProps) {
  const { locale, organization_name, href, check_href, ...params } = props
  const t = (key: keyof typeof certificateLetterTexts) => say(locale, certificateLetterTexts, key, params)
  return (
    <Letter
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('preheader')}
      heading={t('heading')}
      button={{ label: t('button'), href }}
    >
      <p>{t('hello')}</p>
      <p>{t('body')}</p>
      <p>
        {t('check')} <a href={check_href}>{check_href}</a>
      </p>
    </Letter>
  )
}
