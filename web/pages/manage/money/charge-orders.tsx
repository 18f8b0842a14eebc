import { chargeTexts } from '#modules/checkout/charges/charges.texts.ts'
import type { OpenOrder } from '#modules/checkout/entry.ts'
import type { Locale } from '#platform/texts.ts'
import { Panel } from '#platform/ui/card.tsx'
import { ConfirmSubmit } from '#platform/ui/confirm.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { money } from '#web/pages/checkout/money.ts'

/** A student's unpaid orders; staff may cancel them. */
export function ChargedOrders({ orders, locale }: { orders: readonly OpenOrder[]; locale: Locale }) {
  const t = useTexts(chargeTexts)
  const showDate = useShowDate()
  return (
    <Panel title={t('openOrders')}>
      {orders.length === 0 && <p className="text-muted-foreground">{t('noOrders')}</p>}
      <ul className="grid gap-4">
        {orders.map(({ order_id, items, note, total, created_at, pending }) => (
          <li key={order_id} className="grid gap-1 border-b pb-4 last:border-b-0 last:pb-0">
            <p className="flex justify-between gap-4">
              <span className="font-semibold">{t('order', { order_id })}</span>
              <span className="figures font-bold">{money(total, locale)}</span>
            </p>
            <p>{items.map(({ name }) => name).join(', ')}</p>
            {note && <p className="text-sm">{note}</p>}
            <p className="text-sm text-muted-foreground">{t('writtenOn', { date: showDate(created_at) })}</p>
            {!pending && (
              <form method="post">
                <ConfirmSubmit
                  name="cancel"
                  value={order_id}
                  size="sm"
                  label={t('cancel')}
                  title={t('cancelNamed', { order_id })}
                  aria-label={t('cancelNamed', { order_id })}
                >
                  {t('cancelAsk')}
                </ConfirmSubmit>
              </form>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
