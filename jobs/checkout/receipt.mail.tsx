import type { Receipt } from '../../modules/checkout/index.ts'
import { paidWith } from '../../modules/checkout/orders/paid-with.shared.ts'
import { receiptTexts as words } from '../../modules/checkout/orders/receipt.texts.ts'
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
  addOns: ['Audio', 'Audio'],
  shipping: ['Shipping', 'Envío'],
  discount: ['Discount', 'Descuento'],
  shippingAddress: words.shippingAddress,
  billingAddress: words.billingAddress,
  total: ['Amount paid', 'Importe pagado'],
  bodyOther: ['we have received your payment.', 'hemos recibido su pago.'],
  tax: ['Tax', 'Impuesto'],
  note: ['Note', 'Nota'],
  refunded: ['Refunded', 'Reembolsado'],
  button: ['Go to my courses', 'Ir a mis cursos'],
})

export type ReceiptProps = { locale: Locale; organization_name: string; receipt: Receipt; href: string }

/** The letter with the receipt of a paid order. */
export function ReceiptLetter({ locale, organization_name, receipt, href }: ReceiptProps) {
  const money = (dollars: number) => formatMoney(toCents(dollars), locale)
  const total = money(receipt.amount_paid)
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
      <p>{t(receipt.items.some(({ kind }) => kind === 'course') ? 'body' : 'bodyOther')}</p>
      <table>
        <tbody>
          {rowsOf(receipt, t, money).map(([what, value]) => (
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
type Money = (dollars: number) => string

function rowsOf(receipt: Receipt, t: Say, money: Money): [string, string][] {
  const { order_id, transaction_id, items, addOns, shipping_price, discount, tax, note } = receipt
  const { amount_paid, refund_amount, shipping_address, billing_address } = receipt
  return [
    ...items.map(({ name, price }): [string, string] => [name, money(price)]),
    ...(addOns > 0 ? [[t('addOns'), money(addOns)] as [string, string]] : []),
    ...(shipping_price > 0 ? [[t('shipping'), money(shipping_price)] as [string, string]] : []),
    ...(discount > 0 ? [[t('discount'), money(-discount)] as [string, string]] : []),
    ...(tax > 0 ? [[t('tax'), money(tax)] as [string, string]] : []),
    [t('total'), money(amount_paid)],
    ...(refund_amount > 0 ? [[t('refunded'), money(refund_amount)] as [string, string]] : []),
    ...(paidWith(receipt) ? [[t('card'), paidWith(receipt)] as [string, string]] : []),
    ...(shipping_address ? [[t('shippingAddress'), shipping_address] as [string, string]] : []),
    ...(billing_address ? [[t('billingAddress'), billing_address] as [string, string]] : []),
    [t('order'), String(order_id)],
    [t('transaction'), transaction_id],
    ...(note ? [[t('note'), note] as [string, string]] : []),
  ]
}
