import { completionReports } from '#modules/learning/reporting/completion-reports.grid.ts'
import { calendarTexts } from '#modules/learning/reporting/due-calendar.texts.ts'
import { reportListTexts } from '#modules/learning/reporting/report-list.texts.ts'
import { type GridData, loadGrid } from '#platform/grid/grid-data.ts'
import { GridPage } from '#platform/grid/grid-page.tsx'
import { pathTo } from '#platform/path-to.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

export default page({
  address: '/manage/completion-reports',
  title: completionReports.title,
  may: completionReports.may,
  layout: BackOfficeLayout,
  load: async (input) => ({ grid: await loadGrid(completionReports, input) }),
  view: ({ grid }) => <CompletionReports data={grid} />,
})

function CompletionReports({ data }: { data: GridData }) {
  const t = useTexts(reportListTexts)
  const c = useTexts(calendarTexts)
  return (
    <GridPage
      data={data}
      actions={
        <>
          <LinkButton variant="outline" href={pathTo('/manage/completion-reports/calendar')}>
            {c('title')}
          </LinkButton>
          <LinkButton variant="outline" href={pathTo('/manage/completion-reports/agencies')}>
            {t('agencies')}
          </LinkButton>
        </>
      }
    />
  )
}
