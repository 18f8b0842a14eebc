import { fetchReports, reportReader } from '#modules/backoffice/reports/fetch-reports.ts'
import { type Preview, previewReport } from '#modules/backoffice/reports/preview-report.ts'
import { reportTexts } from '#modules/backoffice/reports/reports.texts.ts'
import { startReport } from '#modules/backoffice/reports/run-report.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { holdsForVisited } from '#platform/permissions.ts'
import { localize } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Button, LinkButton } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { SelectField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { errorsOf, type FormState, field, freshForm } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { filtersOf, type OfferedReport, ReportFilters } from './report-filters.tsx'
import { ReportPreview } from './report-preview.tsx'
import { paths, ReportTabs } from './report-tabs.tsx'

type Query = Readonly<Record<string, string | undefined>>
type PageData = {
  reports: OfferedReport[]
  chosen: OfferedReport | null
  filters: Record<string, string>
  wrong: FormState
  preview: Preview | null
  schedules: boolean
}

/** Chooses, previews and runs a report. The address holds the form's values, so a report can be shared. */
export default page({
  address: '/manage/reports',
  title: reportTexts.title,
  may: reportReader,
  layout: BackOfficeLayout,
  async load({ ctx, query }): Promise<PageData> {
    const { reports } = await fetchReports.run(ctx, {})
    const chosenReport =
      reports.find(({ report, report_type }) => report === query.report || String(report_type) === query.report_type) ??
      null
    const filters = filtersOf(query)
    const schedules = holdsForVisited(ctx, 'MANAGE_REPORTS:CREATE')
    const read = chosenReport && query.preview ? await readPreview(ctx, chosenReport.report, filters) : null
    return { reports, chosen: chosenReport, filters, schedules, wrong: freshForm, preview: null, ...read }
  },
  async submit({ ctx, query, form: { values } }) {
    const { message = '' } = await startReport.run(ctx, inputOf(query, values))
    return redirect(paths.history, { flash: { kind: 'success', text: message } })
  },
  view: (data, { form }) => <Reports {...data} form={form} />,
})

const inputOf = (query: Query, values: Query) => ({
  report: query.report ?? '',
  // The operation refuses an unknown value.
  format: (values.format || 'xlsx') as 'xlsx',
  ...(filtersOf(query) as Record<string, never>),
})

async function readPreview(ctx: Ctx, report: string, filters: Record<string, string>): Promise<Partial<PageData>> {
  try {
    return { preview: await previewReport.run(ctx, { report, ...(filters as Record<string, never>) }) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const message = localize(ctx.locale, error.kind.text, error.params)
    return { wrong: { ...freshForm, errors: errorsOf(error.issues, filters), message } }
  }
}

/** The default period: the last 30 days with today, or all time for reports about age. */
const startOf = ({ report, required }: OfferedReport): string => {
  const query = new URLSearchParams({ report })
  if (report !== 'open-enrollments' && !required) query.set('period', '30-days-with-today')
  if (!required) query.set('preview', '1')
  return pathTo('/manage/reports', { query })
}

/** The same report and filters, without dates. */
function allDatesOf(report: string, filters: Readonly<Record<string, string>>): string {
  const { period: _period, startDate: _start, endDate: _end, ...others } = filters
  return pathTo('/manage/reports', { query: { ...others, report, preview: '1' } })
}

function Reports({ reports, chosen, filters, wrong, preview, schedules, form }: PageData & { form: FormState }) {
  const t = useTexts(reportTexts)
  const filledForm = { ...wrong, values: filters }
  return (
    <>
      <PageTitle lead={chosen ? chosen.lead : t('lead')}>{chosen ? chosen.label : t('title')}</PageTitle>
      <ReportTabs current="reports" />
      <FormAlert message={form.message ?? wrong.message} />
      {!chosen && <ReportList reports={reports} />}
      {chosen && (
        <div className="grid grid-cols-1 gap-4">
          <Card>
            <form method="get" action={paths.reports} className="grid gap-4">
              <input type="hidden" name="report" value={chosen.report} />
              <input type="hidden" name="preview" value="1" />
              <ReportFilters report={chosen} form={filledForm} />
              <div className="flex flex-wrap items-center gap-4">
                <Button type="submit" variant="outline">
                  {t('preview')}
                </Button>
                <TextLink href={paths.reports} alone>
                  {t('choose')}
                </TextLink>
              </div>
            </form>
          </Card>
          {preview && <RunForm chosen={chosen} filters={filters} schedules={schedules} form={form} />}
          {preview && <ReportPreview preview={preview} allDates={allDatesOf(chosen.report, filters)} />}
        </div>
      )}
    </>
  )
}

function ReportList({ reports }: { reports: OfferedReport[] }) {
  return (
    <ul className="grid gap-3 md:grid-cols-2">
      {reports.map((report) => (
        <li key={report.report} className="rounded-lg border bg-card p-4 shadow-card">
          <TextLink href={startOf(report)} alone>
            {report.label}
          </TextLink>
          <p className="mt-1 text-sm text-muted-foreground">{report.lead}</p>
        </li>
      ))}
    </ul>
  )
}

type RunFormProps = Pick<PageData, 'filters' | 'schedules'> & { chosen: OfferedReport; form: FormState }

function RunForm({ chosen, filters, schedules, form }: RunFormProps) {
  const t = useTexts(reportTexts)
  const formats = (['xlsx', 'csv', 'json'] as const).map((format) => ({ value: format, label: t(`format.${format}`) }))
  const query = new URLSearchParams({ ...filters, report: chosen.report })
  return (
    <Card>
      <form method="post" className="flex flex-wrap items-end gap-4">
        <SelectField {...field(form, 'format', 'xlsx')} label={t('format')} options={formats} className="min-w-40" />
        <BusySubmit label={t('run')} busyLabel={t('running')} />
        {schedules && (
          <LinkButton href={pathTo('/manage/reports/schedules', { query })} variant="outline">
            {t('schedule')}
          </LinkButton>
        )}
      </form>
    </Card>
  )
}
