import { certificates } from '#modules/backoffice/certificates/certificates.grid.ts'
import { requestBook } from '#modules/learning/certificates/request-book.ts'
import { loadGrid } from '#platform/grid/grid-data.ts'
import { GridPage } from '#platform/grid/grid-page.tsx'
import { submitGrid } from '#platform/grid/row-actions.ts'
import { pathTo } from '#platform/path-to.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { CertificateViews } from './certificate-views.tsx'

/** Issued certificates, to ship, email, correct and withdraw. */
export default page({
  address: '/manage/certificates/issued',
  title: certificates.title,
  may: certificates.may,
  load: async (input) => ({ grid: await loadGrid(certificates, input) }),
  async submit(input) {
    const { book } = input.form.values
    if (!book) return submitGrid(certificates, input)
    const { message = '' } = await requestBook.run(input.ctx, { ids: book.split(',').map(Number) })
    return redirect(pathTo('/manage/tasks'), { flash: { kind: 'success', text: message } })
  },
  view: ({ grid }) => <GridPage data={grid} above={<CertificateViews data={grid} />} />,
  layout: BackOfficeLayout,
})
