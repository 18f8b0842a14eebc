import { completionReports, reportStates } from '../../../../modules/learning/index.ts'
import { reportListTexts } from '../../../../modules/learning/reporting/report-list.texts.ts'
import { type GridData, loadGrid } from '../../../../platform/grid/grid-data.ts'
import { GridPage } from '../../../../platform/grid/grid-page.tsx'
import { LinkButton } from '../../../../platform/ui/button.tsx'
import { useTexts } from '../../../../platform/ui/locale.tsx'
import { page } from '../../../../platform/web/page.ts'
import { redirect } from '../../../../platform/web/page-redirect.ts'
import { BackOfficeLayout } from '../../../layouts/backoffice.tsx'

const address = '/manage/completion-reports'
const all = `${address}?sort_by=due_at`
const accepted = 4
/** The list as it opens: what an agency has still to accept. */
export const unfinished = Object.keys(reportStates)
  .filter((id) => Number(id) !== accepted)
  .reduce((href, id) => `${href}&report_state=exact:${id}`, all)

export default page({
  address,
  title: completionReports.title,
  may: completionReports.may,
  layout: BackOfficeLayout,
  async load(input) {
    if (input.url.search === '') return redirect(unfinished, { status: 302 })
    return { grid: await loadGrid(completionReports, input) }
  },
  view: ({ grid }) => <CompletionReports data={grid} />,
})

function CompletionReports({ data }: { data: GridData }) {
  const t = useTexts(reportListTexts)
  const narrowed = data.state.filters.report_state !== undefined
  return (
    <GridPage
      data={data}
      actions={
        <>
          <LinkButton variant="outline" href="/manage/completion-reports/agencies">
            {t('agencies')}
          </LinkButton>
          <LinkButton variant="outline" href={narrowed ? all : unfinished}>
            {t(narrowed ? 'viewAll' : 'unfinished')}
          </LinkButton>
        </>
      }
    />
  )
}
