import type { RefusalLetter } from '../../modules/checkout/index.ts'
import { Letter } from '../../platform/mail/letter.tsx'
import { formatMoney } from '../../platform/money.ts'
import { say, texts } from '../../platform/texts.ts'

export const refusalTexts = texts({
  subject: ['Your payment at {organization} was not completed', 'Su pago en {organization} no se completó'],
  heading: ['Your payment was not completed', 'Su pago no se completó'],
  preheader: ['Nothing was charged.', 'No se ha cobrado nada.'],
  hello: ['Hello {name},', 'Hola, {name}:'],
  body: [
    'your payment of {total} was not confirmed. Nothing was charged, and nothing of your order was opened: {items}.',
    'su pago de {total} no fue confirmado. No se ha cobrado nada y su pedido sigue sin abrirse: {items}.',
  ],
  hold: [
    'Should your bank show the sum as pending, it disappears by itself within a few days.',
    'Si su banco muestra el importe como pendiente, desaparecerá por sí solo en unos días.',
  ],
  again: [
    'You can pay once more, with another card if you like. Your order is kept.',
    'Puede pagar de nuevo, con otra tarjeta si lo prefiere. Su pedido se conserva.',
  ],
  button: ['Pay Now', 'Pagar ahora'],
})

type Props = { refusal: RefusalLetter; href: string }

/** To a buyer who was told to wait for their payment. */
export function PaymentRefusedLetter({ refusal, href }: Props) {
  const { locale, organization_name, name, amount_cents, items } = refusal
  const words = {
    name,
    organization: organization_name,
    total: formatMoney(amount_cents, locale),
    items: items.join(', '),
  }
  const t = (key: keyof typeof refusalTexts) => say(locale, refusalTexts, key, words)
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
      <p>{t('hold')}</p>
      <p>{t('again')}</p>
    </Letter>
  )
}
