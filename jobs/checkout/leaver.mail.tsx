import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { type Locale, localText, texts } from '#platform/texts.ts'

export const leaverEmailTexts = texts({
  subject: ['Your cart at {organization_name} is waiting', 'Su carrito en {organization_name} sigue pendiente'],
  heading: ['You left something in your cart', 'Dejó algo en su carrito'],
  preheader: ['Pick up where you left off.', 'Continúe donde lo dejó.'],
  body: [
    "You haven't finished your order at {organization_name} yet. Your cart has:",
    'Todavía no ha terminado su pedido en {organization_name}. En su carrito hay:',
  ],
  offer: [
    'Finish your order now and save {saving} with the code {code}. The button below adds it to your cart.',
    'Termine su pedido ahora y ahorre {saving} con el código {code}. El botón de abajo lo agrega a su carrito.',
  ],
  button: ['Return to your cart', 'Volver al carrito'],
  why: [
    'We send this reminder only once, because you started an order at {organization_name}.',
    'Enviamos este recordatorio una sola vez, porque comenzó un pedido en {organization_name}.',
  ],
  stop: ['Stop reminders', 'No recibir más recordatorios'],
})

export const leaverEmail = declareEmail({
  name: 'checkout.leaver',
  kind: 'reminder',
  title: ['cart reminder', 'recordatorio del carrito'],
  texts: leaverEmailTexts,
  body: ['body', 'offer'],
  samples: { saving: '$5.00', code: 'SAVE5' },
})

export type LeaverEmailProps = {
  locale: Locale
  organization_name: string
  first_name: string
  courses: readonly string[]
  offer: { code: string; saving: string } | null
  href: string
  stop_href: string
}

/** The one reminder of an unpaid cart. */
export function LeaverEmail({ locale, offer, courses, href, stop_href, ...names }: LeaverEmailProps) {
  const t = (key: keyof typeof leaverEmailTexts) =>
    localText(locale, leaverEmailTexts, key, { ...names, code: '', saving: '', ...offer })
  return (
    <Email
      locale={locale}
      brand={{ name: names.organization_name }}
      preheader={t('preheader')}
      heading={t('heading')}
      name={names.first_name}
      body={[
        t('body'),
        <ul key="courses">
          {courses.map((course) => (
            <li key={course}>{course}</li>
          ))}
        </ul>,
        offer && t('offer'),
      ]}
      button={{ label: t('button'), href }}
      footer={
        <>
          {t('why')} <a href={stop_href}>{t('stop')}</a>
        </>
      }
    />
  )
}
