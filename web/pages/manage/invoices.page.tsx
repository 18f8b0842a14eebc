import { invoices } from '../../../modules/checkout/index.ts'
import { invoiceTexts } from '../../../modules/checkout/invoices/invoices.texts.ts'
import { loadGrid } from '../../../platform/grid/grid-data.ts'
import { GridPage } from '../../../platform/grid/grid-page.tsx'
import { holds } from '../../../platform/permissions.ts'
import { LinkButton } from '../../../platform/ui/button.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { page } from '../../../platform/web/page.ts'
import { BackOfficeLayout } from '../../layouts/backoffice.tsx'

export default page({
  address: '/manage/invoices',
  title: invoices.title,
  may: invoices.may,
  load: async (input) => ({
    grid: await loadGrid(invoices, input),
    generates: holds(input.ctx.actor, 'MANAGE_INVOICE_PAYMENTS:CREATE'),
  }),
  view: ({ grid, generates }) => <GridPage data={grid} actions={generates && <Generate />} />,
  layout: BackOfficeLayout,
})

function Generate() {
  const t = useTexts(invoiceTexts)
  return <LinkButton href="/manage/generate-invoice">{t('generate')}</LinkButton>
}
