import type { ChargeLetter as Charge } from '../../modules/checkout/index.ts'
import { Letter } from '../../platform/mail/letter.tsx'
import { formatMoney, toCents } from '../../platform/money.ts'
import { say, texts } from '../../platform/texts.ts'

export const chargeLetterTexts = texts({
  subject: ['Please pay your order at {organization}', 'Pague su pedido en {organization}'],
  heading: ['Your order is ready', 'Su pedido está listo'],
  preheader: ['{total} are to be paid.', 'Importe por pagar: {total}.'],
  hello: ['Hello {name},', 'Hola, {name}:'],
  body: [
    '{organization} has written an order for you. It is done as soon as you have paid it.',
    '{organization} ha hecho un pedido para usted. Quedará listo en cuanto lo pague.',
  ],
  tax: ['Tax', 'Impuesto'],
  total: ['To be paid', 'Por pagar'],
  note: ['Note', 'Nota'],
  button: ['Pay Now', 'Pagar ahora'],
})

/** The letter to a student whom staff have charged. */
export function ChargeLetter({ charge, href }: { charge: Charge; href: string }) {
  const { order, locale, first_name, organization_name } = charge
  const money = (dollars: number) => formatMoney(toCents(dollars), locale)
  const words = { name: first_name, organization: organization_name, total: money(order.total) }
  const t = (key: keyof typeof chargeLetterTexts) => say(locale, chargeLetterTexts, key, words)
  const rows: [string, string][] = [
    ...order.items.map(({ name, price, addOns, shipping_price }): [string, string] => [
      name,
      money((toCents(price.toFixed(2)) + toCents(addOns.toFixed(2)) + toCents(shipping_price.toFixed(2))) / 100),
    ]),
    ...(order.tax > 0 ? [[t('tax'), money(order.tax)] as [string, string]] : []),
    [t('total'), words.total],
    ...(order.note ? [[t('note'), order.note] as [string, string]] : []),
  ]
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
      <table>
        <tbody>
          {rows.map(([what, value], at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines of an order may read alike
            <tr key={at}>
              <td>{what}</td>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Letter>
  )
}
