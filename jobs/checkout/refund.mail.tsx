import type { RefundEmail } from '#modules/checkout/entry.ts'
import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email, type EmailRow } from '#platform/mail/email.tsx'
import { formatMoney } from '#platform/money.ts'
import { localText, texts } from '#platform/texts.ts'

export const refundEmailTexts = texts({
  subject: ['Your refund from {organization_name}', 'Su reembolso de {organization_name}'],
  heading: ['We refunded {amount}', 'Le reembolsamos {amount}'],
  refund: [
    "We're refunding {amount} of your {total} payment to your original payment method. Banks usually show it within 5 to 10 business days.",
    'Le estamos reembolsando {amount} de su pago de {total} al método de pago original. Los bancos suelen mostrarlo en un plazo de 5 a 10 días hábiles.',
  ],
  void: [
    'We canceled your {total} payment before your bank settled it. It will disappear from your statement or show as returned.',
    'Cancelamos su pago de {total} antes de que su banco lo liquidara. Desaparecerá de su estado de cuenta o figurará como devuelto.',
  ],
  surplus: [
    "We charged you {amount} by mistake when you paid for your order. You don't owe anything and don't need to do anything.",
    'Le cobramos {amount} por error cuando pagó su pedido. No debe nada y no tiene que hacer nada.',
  ],
  ended: ['You no longer have access to: {courses}.', 'Ya no tiene acceso a: {courses}.'],
  order: ['Order', 'Pedido'],
  transaction: ['Transaction', 'Transacción'],
  card: ['Card', 'Tarjeta'],
  amount: ['Refunded', 'Reembolsado'],
  button: ['View my payments', 'Ver mis pagos'],
})

export const refundEmail = declareEmail({
  name: 'checkout.refund',
  kind: 'service',
  title: ['refund', 'reembolso'],
  toRemoved: true,
  texts: refundEmailTexts,
  body: ['surplus', 'refund', 'void', 'ended'],
})

/** Notifies a buyer of a refund. */
export function RefundedEmail(props: RefundEmail & { href: string }) {
  const { locale, organization_name, name, way, surplus, amount_cents, total_cents, ended, href } = props
  const money = (cents: number) => formatMoney(cents, locale)
  const t = (key: keyof typeof refundEmailTexts) =>
    localText(locale, refundEmailTexts, key, {
      organization_name,
      amount: money(amount_cents),
      total: money(total_cents),
      courses: ended.join(', '),
    })
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('heading')}
      heading={t('heading')}
      name={name}
      body={[surplus && t('surplus'), t(way), ended.length > 0 && t('ended')]}
      rows={rowsOf(props, t, money)}
      button={{ label: t('button'), href }}
    />
  )
}

type Translate = (key: keyof typeof refundEmailTexts) => string

function rowsOf(message: RefundEmail, t: Translate, money: (cents: number) => string): EmailRow[] {
  const { amount_cents, last_4, brand, order_id, transaction_id } = message
  return [
    [t('amount'), money(amount_cents)],
    ...(last_4 ? [[t('card'), `${brand ?? ''} •••• ${last_4}`.trim()] as [string, string]] : []),
    [t('order'), String(order_id)],
    [t('transaction'), transaction_id],
  ]
}
