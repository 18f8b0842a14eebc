import type { ChargeEmail as Charge } from '#modules/checkout/entry.ts'
import { orderCharged } from '#modules/checkout/facts.ts'
import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { formatMoney, toCents } from '#platform/money.ts'
import { localText, texts } from '#platform/texts.ts'

export const chargeEmailTexts = texts({
  subject: ['Pay for your order at {organization}', 'Pague su pedido en {organization}'],
  heading: ['Your order is ready', 'Su pedido está listo'],
  preheader: ['Amount due: {total}', 'Total a pagar: {total}'],
  body: [
    '{organization} created an order for you. Pay it to finish.',
    '{organization} creó un pedido para usted. Páguelo para completarlo.',
  ],
  tax: ['Tax', 'Impuesto'],
  total: ['Amount due', 'Total a pagar'],
  note: ['Note', 'Nota'],
  button: ['Pay for your order', 'Pagar el pedido'],
})

export const chargeEmail = declareEmail({
  name: 'checkout.charge',
  kind: 'service',
  title: ['order to pay', 'pedido por pagar'],
  again: (ctx, { about }) => ctx.emit(orderCharged, { order_id: about.order_id! }),
  texts: chargeEmailTexts,
  body: ['body'],
})

/** The email to a student charged by staff. */
export function ChargeEmail({ charge, href }: { charge: Charge; href: string }) {
  const { order, locale, first_name, organization_name } = charge
  const money = (dollars: number) => formatMoney(toCents(dollars), locale)
  const words = { organization: organization_name, total: money(order.total) }
  const t = (key: keyof typeof chargeEmailTexts) => localText(locale, chargeEmailTexts, key, words)
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
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('preheader')}
      heading={t('heading')}
      name={first_name}
      body={[t('body')]}
      rows={rows}
      button={{ label: t('button'), href }}
    />
  )
}
