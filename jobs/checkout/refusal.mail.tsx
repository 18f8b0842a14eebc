import type { RefusalEmail } from '#modules/checkout/entry.ts'
import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { formatMoney } from '#platform/money.ts'
import { localText, texts } from '#platform/texts.ts'

export const refusalTexts = texts({
  subject: ["Your payment at {organization} didn't go through", 'Su pago en {organization} no se realizó'],
  heading: ["Your payment didn't go through", 'Su pago no se realizó'],
  preheader: ['You were not charged.', 'No se le cobró nada.'],
  body: [
    "Your {total} payment didn't go through. You were not charged, and your courses are not open yet: {items}.",
    'Su pago de {total} no se realizó. No se le cobró nada y sus cursos todavía no están abiertos: {items}.',
  ],
  hold: [
    'If your bank shows the amount as pending, it will disappear within a few days.',
    'Si su banco muestra el cargo como pendiente, desaparecerá en unos días.',
  ],
  again: [
    'We saved your order. You can pay again, with another card if you like.',
    'Guardamos su pedido. Puede pagar de nuevo, con otra tarjeta si lo prefiere.',
  ],
  button: ['Try the payment again', 'Volver a pagar'],
})

export const refusalEmail = declareEmail({
  name: 'checkout.refusal',
  kind: 'service',
  title: ['failed payment', 'pago no realizado'],
  texts: refusalTexts,
  body: ['body', 'hold', 'again'],
})

type Props = { refusal: RefusalEmail; href: string }

/** The email to a buyer who was told to wait for their payment. */
export function PaymentRefusedEmail({ refusal, href }: Props) {
  const { locale, organization_name, name, amount_cents, items } = refusal
  const words = {
    organization: organization_name,
    total: formatMoney(amount_cents, locale),
    items: items.join(', '),
  }
  const t = (key: keyof typeof refusalTexts) => localText(locale, refusalTexts, key, words)
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('preheader')}
      heading={t('heading')}
      name={name}
      body={[t('body'), t('hold'), t('again')]}
      button={{ label: t('button'), href }}
    />
  )
}
