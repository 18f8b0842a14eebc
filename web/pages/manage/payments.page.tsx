import { heldTexts } from '../../../modules/checkout/held-payments/held.texts.ts'
import { payments } from '../../../modules/checkout/index.ts'
import { paymentWords } from '../../../modules/checkout/payments-grid/payments.texts.ts'
import RefundModal from '../../../modules/checkout/refunds/refund-modal.island.tsx'
import { refundTexts } from '../../../modules/checkout/refunds/refunds.texts.ts'
import { loadGrid } from '../../../platform/grid/grid-data.ts'
import { GridPage } from '../../../platform/grid/grid-page.tsx'
import { holds } from '../../../platform/permissions.ts'
import { LinkButton } from '../../../platform/ui/button.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { page } from '../../../platform/web/page.ts'
import { BackOfficeLayout } from '../../layouts/backoffice.tsx'

export default page({
  address: '/manage/payments',
  title: payments.title,
  may: payments.may,
  load: async (input) => ({
    grid: await loadGrid(payments, input),
    refunds: holds(input.ctx.actor, 'MANAGE_PAYMENTS:UPDATE'),
  }),
  view: ({ grid, refunds }) => (
    <>
      <GridPage data={grid} actions={<Elsewhere />} />
      {refunds && <RefundModal />}
    </>
  ),
  layout: BackOfficeLayout,
})

/** What of payments waits for a person. */
function Elsewhere() {
  const t = useTexts(paymentWords)
  const refund = useTexts(refundTexts)
  const held = useTexts(heldTexts)
  return (
    <>
      <LinkButton href="/manage/payments/awaiting" look="secondary">
        {refund('awaitingTitle')}
      </LinkButton>
      <LinkButton href="/manage/payments/held" look="secondary">
        {held('title')}
      </LinkButton>
      <LinkButton href="/manage/payments/discrepancies" look="secondary">
        {t('discrepancies')}
      </LinkButton>
    </>
  )
}
