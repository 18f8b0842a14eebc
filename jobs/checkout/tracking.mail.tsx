import type { TrackingEmail as Tracking } from '#modules/checkout/entry.ts'
import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { localText, texts } from '#platform/texts.ts'

export const trackingTexts = texts({
  subject: ['Your certificate is on its way', 'Su certificado está en camino'],
  preheader: ['Tracking number {number}', 'Número de seguimiento {number}'],
  body: [
    'We handed your certificate for {course} to the carrier. Your tracking number is:',
    'Entregamos su certificado de {course} al servicio de mensajería. Su número de seguimiento es:',
  ],
  button: ['Go to my courses', 'Ir a mis cursos'],
})

export const trackingEmail = declareEmail({
  name: 'checkout.tracking',
  kind: 'service',
  title: ['tracking number', 'número de seguimiento'],
  texts: trackingTexts,
  body: ['body'],
})

/** The email with the tracking number of a certificate. */
export function TrackingEmail({ tracking, href }: { tracking: Tracking; href: string }) {
  const { locale, first_name, course_name, tracking_number, organization_name } = tracking
  const t = (key: keyof typeof trackingTexts) =>
    localText(locale, trackingTexts, key, { course: course_name, number: tracking_number })
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('preheader')}
      heading={t('subject')}
      name={first_name}
      body={[
        t('body'),
        <p key="number">
          <strong>{tracking_number}</strong>
        </p>,
      ]}
      button={{ label: t('button'), href }}
    />
  )
}
