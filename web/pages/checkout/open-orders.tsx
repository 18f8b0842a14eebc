import { chargeTexts } from '#modules/checkout/charges/charges.texts.ts'
import type { OpenOrder } from '#modules/checkout/entry.ts'
import { pathTo } from '#platform/path-to.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { money } from './money.ts'

/** A student's orders awaiting payment; nothing if there are none. */
export function OpenOrders({ orders, frame }: { orders: readonly OpenOrder[]; frame: Frame }) {
  const t = useTexts(chargeTexts)
  if (orders.length === 0) return null
  return (
    <Panel title={t('waiting')}>
      <ul className="grid gap-4">
        {orders.map((order) => (
          <Order key={order.order_id} order={order} frame={frame} />
        ))}
      </ul>
    </Panel>
  )
}

function Order({ order, frame }: { order: OpenOrder; frame: Frame }) {
  const t = useTexts(chargeTexts)
  const name = order.items.map((item) => item.name).join(', ')
  const href = withCarriedParams(frame, pathTo('/checkout/order/:orderId', { orderId: order.order_id }))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b pb-4 last:border-b-0 last:pb-0">
      <div className="min-w-48 flex-1">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-muted-foreground">
          {order.pending ? t('confirming') : order.note || order.organization_name}
        </p>
      </div>
      <p className="figures font-bold">{money(order.total, frame.locale)}</p>
      {!order.pending && (
        <LinkButton href={href} aria-label={t('payNamed', { name })} className="w-full sm:w-auto">
          {t('payNow')}
        </LinkButton>
      )}
    </li>
  )
}
