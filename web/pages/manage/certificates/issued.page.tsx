import { certificates } from '../../../../modules/backoffice/index.ts'
import { loadGrid } from '../../../../platform/grid/grid-data.ts'
import { GridPage } from '../../../../platform/grid/grid-page.tsx'
import { submitGrid } from '../../../../platform/grid/row-actions.ts'
import { page } from '../../../../platform/web/page.ts'
import { BackOfficeLayout } from '../../../layouts/backoffice.tsx'
import { CertificateViews } from './certificate-views.tsx'

/** The certificates that were issued, to ship, email, correct and withdraw. */
export default page({
  address: '/manage/certificates/issued',
  title: certificates.title,
  may: certificates.may,
  load: async (input) => ({ grid: await loadGrid(certificates, input) }),
  submit: (input) => submitGrid(certificates, input),
  view: ({ grid }) => <GridPage data={grid} above={<CertificateViews filters={grid.state.filters} />} />,
  layout: BackOfficeLayout,
})
