import type { Receipt } from '../../modules/checkout/index.ts'
import { paidWith } from '../../modules/checkout/orders/paid-with.shared.ts'
import { receiptTexts as words } from '../../modules/checkout/orders/receipt.texts.ts'
import { sumsOf } from '../../modules/checkout/orders/receipt-sums.shared.ts'
import { supportOf } from '../../modules/checkout/orders/receipt-support.shared.ts'
import { Letter } from '../../platform/mail/letter.tsx'
import { formatMoney, toCents } from '../../platform/money.ts'
import { type Locale, say, texts } from '../../platform/texts.ts'

export const receiptTexts = texts({
  subject: ['Your receipt from {organization_name}', 'Su recibo de {organization_name}'],
  heading: ['Thank you for your order', 'Gracias por su pedido'],
  preheader: ['Paid: {total}.', 'Pagado: {total}.'],
  hello: ['Hello {purchaser},', 'Hola, {purchaser}:'],
  body: [
    'we have received your payment. Your courses are waiting on your dashboard.',
    'hemos recibido su pago. Sus cursos le esperan en su panel.',
  ],
  order: ['Order', 'Pedido'],
  transaction: ['Transaction', 'Transacción'],
  card: ['Card', 'Tarjeta'],
  shippingAddress: words.shippingAddress,
  billingAddress: words.billingAddress,
  bodyFree: [
    'your order is complete. Your courses are waiting on your dashboard.',
    'su pedido está completo. Sus cursos le esperan en su panel.',
  ],
  bodyOther: ['we have received your payment.', 'hemos recibido su pago.'],
  note: ['Note', 'Nota'],
  button: ['Go to my courses', 'Ir a mis cursos'],
})

export type ReceiptProps = { locale: Locale; organization_name: string; receipt: Receipt; href: string }

/** The letter with the receipt of a paid order. */
export function ReceiptLetter({ locale, organization_name, receipt, href }: ReceiptProps) {
  const total = formatMoney(toCents(receipt.amount_paid), locale)
  const support = supportOf(receipt)
  const t = (key: keyof typeof receiptTexts) =>
    say(locale, receiptTexts, key, { purchaser: receipt.purchaser, total, organization_name })
  return (
    <Letter
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('preheader')}
      heading={t('heading')}
      button={{ label: t('button'), href }}
    >
      <p>{t('hello')}</p>
      <p>{t(bodyOf(receipt))}</p>
      <table>
        <tbody>
          {rowsOf(receipt, locale, t).map(([what, value]) => (
            <tr key={what}>
              <td>{what}</td>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {support && <p>{say(locale, words, 'support', { support })}</p>}
    </Letter>
  )
}

type Say = (key: keyof typeof receiptTexts) => string

/** Whoever paid nothing (a code, an organization that is invoiced) is not thanked for a payment. */
function bodyOf({ items, amount_paid }: Receipt): 'body' | 'bodyFree' | 'bodyOther' {
  if (!items.some(({ kind }) => kind === 'course')) return 'bodyOther'
  return amount_paid === 0 ? 'bodyFree' : 'body'
}

function rowsOf(receipt: Receipt, locale: Locale, t: Say): [string, string][] {
  const { order_id, transaction_id, items, note, shipping_address, billing_address } = receipt
  const money = (dollars: number) => formatMoney(toCents(dollars), locale)
  return [
    ...items.map(({ name, price }): [string, string] => [name, money(price)]),
    ...sumsOf(receipt).map(({ key, dollars }): [string, string] => [say(locale, words, key), money(dollars)]),
    ...(paidWith(receipt) ? [[t('card'), paidWith(receipt)] as [string, string]] : []),
    ...(shipping_address ? [[t('shippingAddress'), shipping_address] as [string, string]] : []),
    ...(billing_address ? [[t('billingAddress'), billing_address] as [string, string]] : []),
    [t('order'), String(order_id)],
    [t('transaction'), transaction_id],
    ...(note ? [[t('note'), note] as [string, string]] : []),
  ]
}
