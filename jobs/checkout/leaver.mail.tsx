import { Letter } from '../../platform/mail/letter.tsx'
import { type Locale, say, texts } from '../../platform/texts.ts'

export const leaverLetterTexts = texts({
  subject: ['Your cart at {organization_name} is waiting', 'Su carrito en {organization_name} le espera'],
  heading: ['You left something in your cart', 'Ha dejado algo en su carrito'],
  preheader: ['You can go on where you stopped.', 'Puede continuar donde lo dejó.'],
  hello: ['Hello {first_name},', 'Hola, {first_name}:'],
  helloAny: ['Hello,', 'Hola:'],
  body: [
    'you have not finished your order at {organization_name} yet. This is in your cart:',
    'todavía no ha terminado su pedido en {organization_name}. Esto está en su carrito:',
  ],
  offer: [
    'Finish it now and save {saving} with the code {code}. The button below puts it on your cart.',
    'Termínelo ahora y ahorre {saving} con el código {code}. El botón de abajo lo agrega a su carrito.',
  ],
  button: ['Return to my cart', 'Volver a mi carrito'],
  why: [
    'You get this one reminder because you began an order at {organization_name}.',
    'Recibe este único recordatorio porque comenzó un pedido en {organization_name}.',
  ],
  stop: ['Stop reminders', 'Dejar de recibir recordatorios'],
})

export type LeaverLetterProps = {
  locale: Locale
  organization_name: string
  first_name: string
  courses: readonly string[]
  offer: { code: string; saving: string } | null
  href: string
  stop_href: string
}

/** The one reminder of an unpaid cart. */
export function LeaverLetter({ locale, offer, courses, href, stop_href, ...who }: LeaverLetterProps) {
  const t = (key: keyof typeof leaverLetterTexts) => say(locale, leaverLetterTexts, key, { ...who, ...offer })
  return (
    <Letter
      locale={locale}
      brand={{ name: who.organization_name }}
      preheader={t('preheader')}
      heading={t('heading')}
      button={{ label: t('button'), href }}
      footer={
        <>
          {t('why')} <a href={stop_href}>{t('stop')}</a>
        </>
      }
    >
      <p>{t(who.first_name ? 'hello' : 'helloAny')}</p>
      <p>{t('body')}</p>
      <ul>
        {courses.map((course) => (
          <li key={course}>{course}</li>
        ))}
      </ul>
      {offer && <p>{t('offer')}</p>}
    </Letter>
  )
}
