import { reportReader } from '#modules/backoffice/reports/fetch-reports.ts'
import { fetchReportRuns, type ShownRun } from '#modules/backoffice/reports/fetch-runs.ts'
import { reportTexts } from '#modules/backoffice/reports/reports.texts.ts'
import { formatNumber } from '#platform/locale-format.ts'
import { pathTo } from '#platform/path-to.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { useLocale, useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { toneOf } from '#platform/ui/status-tones.ts'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { page } from '#platform/web/page.ts'
import { timeIn, zoneOf } from '#platform/zone.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { ReportTabs } from './report-tabs.tsx'

type PageData = Awaited<ReturnType<typeof fetchReportRuns.run>> & { time_zone: string }

/** The report runs: user, time, filters and result. */
export default page({
  address: '/manage/reports/history',
  title: reportTexts.history,
  may: reportReader,
  layout: BackOfficeLayout,
  load: async ({ ctx, query }): Promise<PageData> => ({
    ...(await fetchReportRuns.run(ctx, query.before ? { before: query.before } : {})),
    time_zone: zoneOf(ctx),
  }),
  view: (data) => <History {...data} />,
})

function History({ runs, before, time_zone }: PageData) {
  const t = useTexts(reportTexts)
  return (
    <>
      <PageTitle lead={t('historyLead')}>{t('history')}</PageTitle>
      <ReportTabs current="history" />
      {runs.length === 0 ? (
        <Empty title={t('noRuns')}>{t('noRunsLead')}</Empty>
      ) : (
        <Table label={t('history')} stacked>
          <thead>
            <tr>
              <TableHead>{t('report_type')}</TableHead>
              <TableHead>{t('filters')}</TableHead>
              <TableHead>{t('who')}</TableHead>
              <TableHead>{t('when')}</TableHead>
              <TableHead>{t('state')}</TableHead>
              <TableHead numeric>{t('rows')}</TableHead>
              <TableHead>{t('file')}</TableHead>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <Row key={run.report_run_id} run={run} time_zone={time_zone} />
            ))}
          </tbody>
        </Table>
      )}
      {before !== null && (
        <p className="mt-4">
          <TextLink href={pathTo('/manage/reports/history', { query: { before } })} alone>
            {t('older')}
          </TextLink>
        </p>
      )}
    </>
  )
}

function Row({ run, time_zone }: { run: ShownRun; time_zone: string }) {
  const t = useTexts(reportTexts)
  const locale = useLocale()
  const showDate = useShowDate()
  const { report, label, filters, query, name, created_at, state, rows_written, scheduled } = run
  const address = pathTo('/manage/reports', { query: { ...query, report, preview: 1 } })
  const filterText = filters.map((filter) => `${filter.label}: ${filter.value}`).join(' · ')
  return (
    <tr id={`run-${run.report_run_id}`} className="target:bg-accent">
      <TableCell label={t('report_type')}>
        <TextLink href={address}>
          {label}
          <span className="sr-only"> ({t('again')})</span>
        </TextLink>
      </TableCell>
      <TableCell label={t('filters')} className="md:max-w-72">
        <span className="wrap-anywhere">{filterText || t('noFilters')}</span>
      </TableCell>
      <TableCell label={t('who')}>
        <span>
          {name}
          {scheduled && <span className="block text-sm text-muted-foreground">{t('scheduled')}</span>}
        </span>
      </TableCell>
      <TableCell label={t('when')} className="figures">
        {showDate(created_at)} {timeIn(time_zone, created_at, locale)}
      </TableCell>
      <TableCell label={t('state')}>
        <Badge tone={toneOf(state, 'reportRun')}>{t(`state.${state}`)}</Badge>
      </TableCell>
      <TableCell label={t('rows')} numeric>
        {rows_written === null ? '' : formatNumber(rows_written, locale)}
      </TableCell>
      <TableCell label={t('file')}>
        <File run={run} />
      </TableCell>
    </tr>
  )
}

function File({ run: { own, state, file, format } }: { run: ShownRun }) {
  const t = useTexts(reportTexts)
  const showDate = useShowDate()
  if (!own || state !== 'done') return null
  if (!file) return <span className="text-sm text-muted-foreground">{t('expired')}</span>
  return (
    <span>
      <TextLink href={`/api/user/task/${file.task_id}/file`}>
        {t('download')} {format.toUpperCase()}
        <span className="sr-only"> {file.name}</span>
      </TextLink>{' '}
      <span className="figures text-sm text-muted-foreground">{t('until', { date: showDate(file.expires_at) })}</span>
    </span>
  )
}
