import InvoiceModal from '#modules/checkout/invoices/invoice-modal.island.tsx'
import { generatePath } from '#modules/checkout/invoices/invoice-paths.shared.ts'
import { invoices } from '#modules/checkout/invoices/invoices.grid.ts'
import { invoiceTexts } from '#modules/checkout/invoices/invoices.texts.ts'
import { loadGrid } from '#platform/grid/grid-data.ts'
import { GridPage } from '#platform/grid/grid-page.tsx'
import { holds } from '#platform/permissions.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { page } from '#platform/web/page.ts'
import { todayOf } from '#platform/zone.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { lastMonth } from './last-month.ts'

export default page({
  address: '/manage/invoices',
  title: invoices.title,
  may: invoices.may,
  load: async (input) => ({
    grid: await loadGrid(invoices, input),
    generates: holds(input.ctx.actor, 'MANAGE_INVOICE_PAYMENTS:CREATE'),
    deletes: holds(input.ctx.actor, 'MANAGE_INVOICE_PAYMENTS:DELETE'),
    last_month: lastMonth(todayOf(input.ctx)),
  }),
  view: ({ grid, generates, deletes, last_month }) => (
    <>
      <GridPage data={grid} actions={generates && <Generate />} />
      {(generates || deletes) && <InvoiceModal last_month={last_month} />}
    </>
  ),
  layout: BackOfficeLayout,
})

function Generate() {
  const t = useTexts(invoiceTexts)
  return <LinkButton href={generatePath}>{t('generate')}</LinkButton>
}
