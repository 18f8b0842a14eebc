import { payments } from '../../../modules/checkout/index.ts'
import { paymentWords } from '../../../modules/checkout/payments-grid/payments.texts.ts'
import RefundModal from '../../../modules/checkout/refunds/refund-modal.island.tsx'
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
      <GridPage data={grid} actions={<Discrepancies />} />
      {refunds && <RefundModal />}
    </>
  ),
  layout: BackOfficeLayout,
})

function Discrepancies() {
  const t = useTexts(paymentWords)
  return (
    <LinkButton href="/manage/payments/discrepancies" look="secondary">
      {t('discrepancies')}
    </LinkButton>
  )
}
