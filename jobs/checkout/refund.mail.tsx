import type { RefundLetter } from '../../modules/checkout/index.ts'
import { Letter } from '../../platform/mail/letter.tsx'
import { formatMoney } from '../../platform/money.ts'
import { say, texts } from '../../platform/texts.ts'

export const refundLetterTexts = texts({
  subject: ['Your refund from {organization_name}', 'Su reembolso de {organization_name}'],
  heading: ['We have returned {amount} to you', 'Le hemos devuelto {amount}'],
  hello: ['Hello {name},', 'Hola, {name}:'],
  refund: [
    '{amount} of your payment of {total} is on its way back to the way you paid. Banks usually show it within five to ten business days.',
    '{amount} de su pago de {total} van de vuelta al medio con que pagó. Los bancos suelen mostrarlo en un plazo de cinco a diez días hábiles.',
  ],
  void: [
    'Your payment of {total} was cancelled before your bank settled it: it disappears from your statement or shows as returned.',
    'Su pago de {total} se canceló antes de que su banco lo liquidara: desaparecerá de su extracto o figurará como devuelto.',
  ],
  surplus: [
    '{amount} was taken by mistake while your order was being paid. You owe nothing for it and need not do anything.',
    'Se cobraron {amount} por error mientras se pagaba su pedido. No debe nada por ello y no tiene que hacer nada.',
  ],
  ended: ['Access to these courses has ended: {courses}.', 'Ha terminado el acceso a estos cursos: {courses}.'],
  order: ['Order', 'Pedido'],
  transaction: ['Transaction', 'Transacción'],
  card: ['Card', 'Tarjeta'],
  amount: ['Returned', 'Devuelto'],
  button: ['See my payments', 'Ver mis pagos'],
})

/** The letter about money that went back to its buyer. */
export function RefundedLetter(props: RefundLetter & { href: string }) {
  const { locale, organization_name, name, way, surplus, amount_cents, total_cents, ended, href } = props
  const money = (cents: number) => formatMoney(cents, locale)
  const t = (key: keyof typeof refundLetterTexts) =>
    say(locale, refundLetterTexts, key, {
      ...{ organization_name, name, amount: money(amount_cents), total: money(total_cents), courses: ended.join(', ') },
    })
  return (
    <Letter
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('heading')}
      heading={t('heading')}
      button={{ label: t('button'), href }}
    >
      <p>{t('hello')}</p>
      {surplus && <p>{t('surplus')}</p>}
      <p>{t(way)}</p>
      {ended.length > 0 && <p>{t('ended')}</p>}
      <table>
        <tbody>
          {rowsOf(props, t, money).map(([what, value]) => (
            <tr key={what}>
              <td>{what}</td>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Letter>
  )
}

type Say = (key: keyof typeof refundLetterTexts) => string

function rowsOf(letter: RefundLetter, t: Say, money: (cents: number) => string): [string, string][] {
  const { amount_cents, last_4, brand, order_id, transaction_id } = letter
  return [
    [t('amount'), money(amount_cents)],
    ...(last_4 ? [[t('card'), `${brand ?? ''} •••• ${last_4}`.trim()] as [string, string]] : []),
    [t('order'), String(order_id)],
    [t('transaction'), transaction_id],
  ]
}
