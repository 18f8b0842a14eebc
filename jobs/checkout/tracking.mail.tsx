import type { TrackingLetter as Tracking } from '../../modules/checkout/index.ts'
import { Letter } from '../../platform/mail/letter.tsx'
import { say, texts } from '../../platform/texts.ts'

export const trackingTexts = texts({
  subject: ['Your certificate is on its way', 'Su certificado está en camino'],
  preheader: ['Tracking number {number}', 'Número de seguimiento {number}'],
  hello: ['Hello {name},', 'Hola, {name}:'],
  body: [
    'the certificate of {course} has been handed to the carrier. This is its tracking number:',
    'el certificado de {course} se entregó al transportista. Este es su número de seguimiento:',
  ],
  button: ['Go to my courses', 'Ir a mis cursos'],
})

/** The letter with the tracking number of a certificate. */
export function TrackingLetter({ tracking, href }: { tracking: Tracking; href: string }) {
  const { locale, first_name, course_name, tracking_number, organization_name } = tracking
  const t = (key: keyof typeof trackingTexts) =>
    say(locale, trackingTexts, key, { name: first_name, course: course_name, number: tracking_number })
  return (
    <Letter
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('preheader')}
      heading={t('subject')}
      button={{ label: t('button'), href }}
    >
      <p>{t('hello')}</p>
      <p>{t('body')}</p>
      <p>
        <strong>{tracking_number}</strong>
      </p>
    </Letter>
  )
}
