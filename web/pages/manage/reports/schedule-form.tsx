import { reportTexts } from '#modules/backoffice/reports/reports.texts.ts'
import { scheduleTexts } from '#modules/backoffice/reports/schedules.texts.ts'
import type { ShownSchedule } from '#modules/backoffice/reports/schedules.ts'
import { timezones, zoneName } from '#modules/identity/people/preferences.shared.ts'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { SelectField, TextareaField, TextField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { type OfferedReport, ReportFilters } from './report-filters.tsx'
import { paths } from './report-tabs.tsx'

type ScheduleFormProps = {
  report: OfferedReport
  chosen: ShownSchedule | null
  filters: Record<string, string>
  time_zone: string
  form: FormState
}

export function ScheduleForm({ report, chosen, filters, time_zone, form }: ScheduleFormProps) {
  const t = useTexts(scheduleTexts)
  const r = useTexts(reportTexts)
  const locale = useLocale()
  const isSubmitted = Object.keys(form.values).length > 0
  const filledForm = isSubmitted ? form : { ...form, values: filters }
  const zone = chosen?.time_zone ?? time_zone
  // The organization's zone first; a zone missing from the product's list is kept.
  const offered = [...new Set([zone, time_zone, ...Object.keys(timezones)])].map((name) => ({
    value: name,
    label: zoneName(name, locale),
  }))
  const repeats = (['daily', 'weekly', 'monthly'] as const).map((value) => ({ value: value, label: t(value) }))
  const formats = (['xlsx', 'csv', 'json'] as const).map((value) => ({ value: value, label: r(`format.${value}`) }))
  const weekDays = ([1, 2, 3, 4, 5, 6, 7] as const).map((day) => ({ value: day, label: t(day) }))
  const label = report.label
  return (
    <Panel title={chosen ? t('change', { label }) : t('add', { label })}>
      <form method="post" className="grid gap-4">
        <input type="hidden" name="action" value="save" />
        <input type="hidden" name="report" value={report.report} />
        <input type="hidden" name="report_schedule_id" value={chosen?.report_schedule_id ?? ''} />
        <p className="text-sm text-muted-foreground">{t('periodHint')}</p>
        <ReportFilters report={report} form={filledForm} />
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <SelectField
            {...field(form, 'repeats', chosen?.repeats ?? 'weekly')}
            label={t('repeats')}
            options={repeats}
          />
          <SelectField
            {...field(form, 'week_day', String(chosen?.week_day ?? 1))}
            label={t('week_day')}
            hint={t('weekDayHint')}
            options={weekDays}
          />
          <TextField
            {...field(form, 'month_day', String(chosen?.month_day ?? 1))}
            label={t('month_day')}
            hint={t('monthDayHint')}
            type="number"
            min={1}
            max={31}
          />
          <TextField
            {...field(form, 'at_time', chosen?.at_time ?? '07:00')}
            label={t('at_time')}
            type="time"
            required
          />
          <SelectField {...field(form, 'time_zone', zone)} label={t('time_zone')} options={offered} />
          <SelectField {...field(form, 'format', chosen?.format ?? 'xlsx')} label={r('format')} options={formats} />
        </div>
        <TextareaField
          {...field(form, 'recipients', chosen?.recipients.map(({ loginid }) => loginid).join(', '))}
          label={t('recipients')}
          hint={t('recipientsHint')}
          rows={2}
          maxLength={4_000}
          required
        />
        <div className="flex flex-wrap items-center gap-4">
          <BusySubmit label={t('save')} busyLabel={t('saving')} />
          <TextLink href={paths.schedules} alone>
            {t('cancel')}
          </TextLink>
        </div>
      </form>
    </Panel>
  )
}
