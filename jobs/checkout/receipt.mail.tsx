import { randomUUID } from 'node:crypto'
import type { Receipt } from '#modules/checkout/entry.ts'
import { receiptRequested } from '#modules/checkout/facts.ts'
import { describeMethod } from '#modules/checkout/orders/paid-with.shared.ts'
import { receiptTexts as words } from '#modules/checkout/orders/receipt.texts.ts'
import { receiptSums } from '#modules/checkout/orders/receipt-sums.shared.ts'
import { formatSupport } from '#modules/checkout/orders/receipt-support.shared.ts'
import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email, type EmailRow } from '#platform/mail/email.tsx'
import { formatMoney, toCents } from '#platform/money.ts'
import { type Locale, localText, texts } from '#platform/texts.ts'

export const receiptTexts = texts({
  subject: ['Your receipt from {organization_name}', 'Su recibo de {organization_name}'],
  heading: ['Thank you for your order', 'Gracias por su pedido'],
  preheader: ['You paid {total}.', 'Usted pagó {total}.'],
  body: [
    'We received your payment. Your courses are on your dashboard.',
    'Recibimos su pago. Sus cursos están en su panel.',
  ],
  order: ['Order', 'Pedido'],
  finishBy: ['Finish your course by', 'Fecha límite del curso'],
  transaction: ['Transaction', 'Transacción'],
  card: ['Card', 'Tarjeta'],
  shippingAddress: words.shippingAddress,
  billingAddress: words.billingAddress,
  bodyFree: [
    'Your order is complete. Your courses are on your dashboard.',
    'Su pedido está completo. Sus cursos están en su panel.',
  ],
  bodyOther: ['We received your payment.', 'Recibimos su pago.'],
  note: ['Note', 'Nota'],
  password: [
    'Choose a password so you can sign in on any device. Your username is {loginid}. The link works once and expires in 7 days.',
    'Elija una contraseña para iniciar sesión en cualquier dispositivo. Su nombre de usuario es {loginid}. El enlace funciona una sola vez y vence en 7 días.',
  ],
  choose: ['Choose your password', 'Elegir su contraseña'],
  signIn: [
    'No password at hand? On the sign-in page, choose “Send me a link to sign in”.',
    '¿No tiene su contraseña a mano? En la página de inicio de sesión, elija “Enviarme un enlace para iniciar sesión”.',
  ],
  button: ['Go to my courses', 'Ir a mis cursos'],
  buttonCourse: ['Open my course', 'Ir a mi curso'],
})

export const receiptEmail = declareEmail({
  name: 'checkout.receipt',
  kind: 'service',
  title: ['receipt', 'recibo'],
  toRemoved: true,
  again: (ctx, { about }) => ctx.emit(receiptRequested, { order_id: about.order_id!, request_id: randomUUID() }),
  texts: receiptTexts,
  body: ['body', 'bodyFree', 'bodyOther', 'password', 'signIn'],
})

export type ReceiptProps = {
  locale: Locale
  organization_name: string
  first_name: string
  receipt: Receipt
  href: string
  /** The last moment to finish the order's only course, in words; null without one. */
  finishBy: string | null
  /** The link to choose a first password. */
  password: { loginid: string; href: string } | null
}

/** The student course of an order with one course and nothing else to take; null for others. */
export function findOnlyCourse(items: Receipt['items']): number | null {
  const courses = items.filter(({ kind }) => kind === 'course')
  return courses.length === 1 ? courses[0]!.student_course_id : null
}

/** The email with the receipt of a paid order. */
export function ReceiptEmail({
  locale,
  organization_name,
  first_name,
  receipt,
  href,
  finishBy,
  password,
}: ReceiptProps) {
  const total = formatMoney(toCents(receipt.amount_paid), locale)
  const support = formatSupport(receipt)
  const loginid = password?.loginid ?? ''
  const t = (key: keyof typeof receiptTexts) =>
    localText(locale, receiptTexts, key, { total, organization_name, loginid })
  const course = findOnlyCourse(receipt.items)
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('preheader')}
      heading={t('heading')}
      name={first_name}
      body={[
        t(bodyOf(receipt)),
        password && t('password'),
        password && (
          <p key="choose">
            <a href={password.href}>{t('choose')}</a>
          </p>
        ),
        !password && course !== null && t('signIn'),
        support && localText(locale, words, 'support', { support }),
      ]}
      rows={[...rowsOf(receipt, locale, t), ...(finishBy ? [[t('finishBy'), finishBy] satisfies EmailRow] : [])]}
      button={{ label: t(course === null ? 'button' : 'buttonCourse'), href }}
    />
  )
}

type Translate = (key: keyof typeof receiptTexts) => string

/** Whether the order was free for its buyer (a code, an invoiced organization), so that no payment is mentioned. */
function bodyOf({ items, amount_paid }: Receipt): 'body' | 'bodyFree' | 'bodyOther' {
  if (!items.some(({ kind }) => kind === 'course')) return 'bodyOther'
  return amount_paid === 0 ? 'bodyFree' : 'body'
}

function rowsOf(receipt: Receipt, locale: Locale, t: Translate): EmailRow[] {
  const { order_id, transaction_id, items, note, shipping_address, billing_address } = receipt
  const money = (dollars: number) => formatMoney(toCents(dollars), locale)
  return [
    ...items.map(({ name, price }): [string, string] => [name, money(price)]),
    ...receiptSums(receipt).map(({ key, dollars }): [string, string] => [
      localText(locale, words, key),
      money(dollars),
    ]),
    ...(describeMethod(receipt) ? [[t('card'), describeMethod(receipt)] as [string, string]] : []),
    ...(shipping_address ? [[t('shippingAddress'), shipping_address] as [string, string]] : []),
    ...(billing_address ? [[t('billingAddress'), billing_address] as [string, string]] : []),
    [t('order'), String(order_id)],
    [t('transaction'), transaction_id],
    ...(note ? [[t('note'), note] as [string, string]] : []),
  ]
}
