import type { PendingCounts } from '#modules/checkout/entry.ts'
import { countPending } from '#modules/checkout/index.ts'
import { chargebackTexts } from '#modules/checkout/payments/chargebacks/chargebacks.texts.ts'
import { payments } from '#modules/checkout/payments/grid/payments.grid.ts'
import { paymentWords } from '#modules/checkout/payments/grid/payments.texts.ts'
import { heldTexts } from '#modules/checkout/payments/held/held.texts.ts'
import RefundModal from '#modules/checkout/payments/refunds/refund-modal.island.tsx'
import { refundTexts } from '#modules/checkout/payments/refunds/refunds.texts.ts'
import { loadGrid } from '#platform/grid/grid-data.ts'
import { GridPage } from '#platform/grid/grid-page.tsx'
import { pathTo } from '#platform/path-to.ts'
import { holds } from '#platform/permissions.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

export default page({
  address: '/manage/payments',
  title: payments.title,
  may: payments.may,
  load: async (input) => ({
    grid: await loadGrid(payments, input),
    waiting: await countPending(input.ctx),
    refunds: holds(input.ctx.actor, 'MANAGE_PAYMENTS:UPDATE'),
  }),
  view: ({ grid, waiting, refunds }) => (
    <>
      <GridPage data={grid} actions={<PendingLinks waiting={waiting} />} />
      {refunds && <RefundModal />}
    </>
  ),
  layout: BackOfficeLayout,
})

/** Links to the payments that wait for a person, with their counts. */
function PendingLinks({ waiting: { awaiting, held, discrepancies, chargebacks } }: { waiting: PendingCounts }) {
  const t = useTexts(paymentWords)
  const tRefund = useTexts(refundTexts)
  const tChargeback = useTexts(chargebackTexts)
  const tHeld = useTexts(heldTexts)
  const places: [page: 'awaiting' | 'held' | 'discrepancies' | 'chargebacks', title: string, count: number][] = [
    ['awaiting', tRefund('awaitingTitle'), awaiting],
    ['held', tHeld('title'), held],
    ['discrepancies', t('discrepancies'), discrepancies],
    ['chargebacks', tChargeback('title'), chargebacks],
  ]
  return places.map(([page, title, count]) => (
    <LinkButton key={page} href={pathTo(`/manage/payments/${page}`)} variant="outline">
      {count > 0 ? `${title} (${count})` : title}
    </LinkButton>
  ))
}
