import type { fetchDeliveries } from '#modules/identity/webhooks/deliveries.ts'
import { pathTo } from '#platform/path-to.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { deliveryTones, responseSummary } from './webhook-state.ts'
import { webhookPageTexts } from './webhooks.texts.ts'

export type ShownDelivery = Awaited<ReturnType<typeof fetchDeliveries.run>>['deliveries'][number]
type DeliveriesPanelProps = { deliveries: readonly ShownDelivery[]; hasMore: boolean; older: boolean }

/** The deliveries of an endpoint, one page at a time. */
export function DeliveriesPanel({ deliveries, hasMore, older }: DeliveriesPanelProps) {
  const t = useTexts(webhookPageTexts)
  const last = deliveries.at(-1)
  return (
    <Panel title={t('deliveries')}>
      {last ? <DeliveryTable deliveries={deliveries} /> : <p className="text-muted-foreground">{t('noDeliveries')}</p>}
      <div className="mt-4 flex gap-6">
        {older && <TextLink href="?">{t('newest')}</TextLink>}
        {hasMore && last && <TextLink href={`?before=${last.webhook_delivery_id}`}>{t('older')}</TextLink>}
      </div>
    </Panel>
  )
}

function DeliveryTable({ deliveries }: Pick<DeliveriesPanelProps, 'deliveries'>) {
  const t = useTexts(webhookPageTexts)
  const showInstant = useShowInstant()
  const columns = ['event', 'subject', 'state', 'answer', 'attempts', 'time'] as const
  return (
    <Table label={t('deliveries')} stacked>
      <thead>
        <tr>
          {columns.map((name) => (
            <TableHead key={name}>{t(name)}</TableHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {deliveries.map(({ webhook_delivery_id: id, type, subject, state, attempts, created_at, ...last }) => (
          <tr key={id}>
            <TableCell className="max-md:font-semibold">
              <TextLink href={pathTo('/manage/webhooks/deliveries/:id', { id })}>{type}</TextLink>
            </TableCell>
            <TableCell label={t('subject')}>{subject}</TableCell>
            <TableCell label={t('state')}>
              <Badge tone={deliveryTones[state]}>{t(state)}</Badge>
            </TableCell>
            <TableCell label={t('answer')}>{responseSummary(last)}</TableCell>
            <TableCell label={t('attempts')}>{attempts}</TableCell>
            <TableCell label={t('time')}>{showInstant(created_at)}</TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
