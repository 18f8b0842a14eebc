import { fetchReports, reportReader } from '#modules/backoffice/reports/fetch-reports.ts'
import { reportTexts } from '#modules/backoffice/reports/reports.texts.ts'
import { scheduleTexts } from '#modules/backoffice/reports/schedules.texts.ts'
import {
  deleteSchedule,
  fetchSchedules,
  pauseSchedule,
  type ShownSchedule,
  saveSchedule,
} from '#modules/backoffice/reports/schedules.ts'
import { holdsForVisited } from '#platform/permissions.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import type { FormState } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { notFound, redirect } from '#platform/web/page-redirect.ts'
import { zoneOf } from '#platform/zone.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { filtersOf, type OfferedReport } from './report-filters.tsx'
import { paths, ReportTabs } from './report-tabs.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { ScheduleList } from './schedule-list.tsx'

type PageData = {
  schedules: ShownSchedule[]
  /** The form's report, and the schedule that it changes. */
  report: OfferedReport | null
  chosen: ShownSchedule | null
  filters: Record<string, string>
  time_zone: string
  may: { change: boolean; remove: boolean }
}

/** Scheduled reports, and the form for one. */
export default page({
  address: '/manage/reports/schedules',
  title: scheduleTexts.title,
  may: reportReader,
  layout: BackOfficeLayout,
  async load({ ctx, query }) {
    const { schedules } = await fetchSchedules.run(ctx, {})
    const { reports } = await fetchReports.run(ctx, {})
    const chosenSchedule = schedules.find((schedule) => String(schedule.report_schedule_id) === query.schedule) ?? null
    if (query.schedule && !chosenSchedule) return notFound()
    const name = chosenSchedule?.report ?? query.report
    const data: PageData = {
      schedules,
      chosen: chosenSchedule,
      report: reports.find(({ report }) => report === name) ?? null,
      filters: chosenSchedule ? chosenSchedule.query : filtersOf(query),
      time_zone: zoneOf(ctx),
      may: {
        change: holdsForVisited(ctx, 'MANAGE_REPORTS:UPDATE'),
        remove: holdsForVisited(ctx, 'MANAGE_REPORTS:DELETE'),
      },
    }
    return data
  },
  async submit({ ctx, query, form: { values } }) {
    const reportSchedule = { report_schedule_id: Number(values.report_schedule_id) }
    const applyAction = async () => {
      if (values.action === 'delete') return deleteSchedule.run(ctx, reportSchedule)
      if (values.action === 'pause' || values.action === 'resume')
        return pauseSchedule.run(ctx, { ...reportSchedule, paused: values.action === 'pause' })
      return saveSchedule.run(ctx, {
        report_schedule_id: reportSchedule.report_schedule_id || null,
        report: values.report ?? query.report ?? '',
        format: (values.format || 'xlsx') as 'xlsx',
        ...(filtersOf(values) as Record<string, never>),
        repeats: values.repeats as 'daily',
        week_day: values.week_day || null,
        month_day: values.month_day || null,
        at_time: values.at_time ?? '',
        time_zone: values.time_zone,
        recipients: values.recipients ?? '',
      })
    }
    const { message = '' } = await applyAction()
    return redirect(paths.schedules, { flash: { kind: 'success', text: message } })
  },
  view: (data, { form }) => <Schedules {...data} form={form} />,
})

function Schedules({ schedules, report, chosen, filters, time_zone, may, form }: PageData & { form: FormState }) {
  const t = useTexts(scheduleTexts)
  const r = useTexts(reportTexts)
  return (
    <>
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <ReportTabs current="schedules" />
      <FormAlert message={form.message} />
      <div className="grid grid-cols-1 gap-4">
        {report && <ScheduleForm report={report} chosen={chosen} filters={filters} time_zone={time_zone} form={form} />}
        {schedules.length === 0 && !report && <Empty title={t('none')}>{t('noneLead')}</Empty>}
        {schedules.length > 0 && <ScheduleList schedules={schedules} may={may} label={r('scheduled')} />}
      </div>
    </>
  )
}
