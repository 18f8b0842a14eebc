import { Letter } from '../../platform/mail/letter.tsx'
import { type Locale, say, texts } from '../../platform/texts.ts'

export const orderCodeTexts = texts({
  subject: ['Your code for {organization_name}', 'Su código para {organization_name}'],
  heading: ['Your code', 'Su código'],
  preheader: ['It works once and for ten minutes.', 'Funciona una sola vez y durante diez minutos.'],
  body: [
    'with this code you sign in with your order {order_name}. It works once and for ten minutes.',
    'con este código inicia sesión con su pedido {order_name}. Funciona una sola vez y durante diez minutos.',
  ],
  hello: ['Hello,', 'Hola:'],
  notYou: [
    'If it was not you who asked for it, there is nothing to do. Give the code to nobody.',
    'Si no lo ha pedido usted, no tiene que hacer nada. No dé el código a nadie.',
  ],
})

export type OrderCodeProps = { locale: Locale; organization_name: string; order_name: string; code: string }

/** The letter with the one-time code to sign in with an order of the organization's shop. */
export function OrderCodeLetter({ locale, organization_name, order_name, code }: OrderCodeProps) {
  const t = (key: keyof typeof orderCodeTexts) => say(locale, orderCodeTexts, key, { order_name })
  return (
    <Letter locale={locale} brand={{ name: organization_name }} preheader={t('preheader')} heading={t('heading')}>
      <p>{t('hello')}</p>
      <p>{t('body')}</p>
      <p>
        <strong>{`${code.slice(0, 4)} ${code.slice(4)}`}</strong>
      </p>
      <p>{t('notYou')}</p>
    </Letter>
  )
}
