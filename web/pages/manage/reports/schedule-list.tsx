import { scheduleTexts } from '#modules/backoffice/reports/schedules.texts.ts'
import type { ShownSchedule } from '#modules/backoffice/reports/schedules.ts'
import { pathTo } from '#platform/path-to.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { ConfirmSubmit } from '#platform/ui/confirm.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { showDate } from '#platform/ui/masks.ts'
import { TextLink } from '#platform/ui/parts.tsx'
import { timeIn } from '#platform/zone.ts'
import { paths } from './report-tabs.tsx'

type May = { change: boolean; remove: boolean }

export function ScheduleList({ schedules, may, label }: { schedules: ShownSchedule[]; may: May; label: string }) {
  return (
    <ul aria-label={label} className="grid gap-3">
      {schedules.map((schedule) => (
        <Item key={schedule.report_schedule_id} schedule={schedule} may={may} />
      ))}
    </ul>
  )
}

function Item({ schedule, may }: { schedule: ShownSchedule; may: May }) {
  const t = useTexts(scheduleTexts)
  const locale = useLocale()
  const { report_schedule_id, label, filters, repeats, week_day, month_day, time_zone, next_at, paused } = schedule
  const day = week_day ? t(week_day as 1) : (month_day ?? null)
  const query = `${showDate(next_at, locale, time_zone)} ${timeIn(time_zone, next_at, locale)}`
  return (
    <li className="grid gap-2 rounded-lg border bg-card p-4 shadow-card">
      <h2 className="flex flex-wrap items-center gap-2 font-semibold">
        {label}
        {paused && <Badge tone="orange">{t('paused')}</Badge>}
      </h2>
      <p className="figures">
        {t(repeats)}
        {day !== null && ` (${day})`}
        {!paused && ` · ${t('next', { at: query })}`}
      </p>
      {filters.length > 0 && (
        <p className="text-sm text-muted-foreground">
          {filters.map((filter) => `${filter.label}: ${filter.value}`).join(' · ')}
        </p>
      )}
      <p className="text-sm wrap-anywhere text-muted-foreground">
        {t('recipients')}: {schedule.recipients.map(({ name }) => name).join(', ')}
      </p>
      <div className="flex flex-wrap items-center gap-4">
        {may.change && (
          <TextLink href={pathTo('/manage/reports/schedules', { query: { schedule: report_schedule_id } })} alone>
            {t('edit')}
            <span className="sr-only"> {label}</span>
          </TextLink>
        )}
        {may.change && <Act schedule={schedule} action={paused ? 'resume' : 'pause'} />}
        {may.remove && <Act schedule={schedule} action="delete" />}
      </div>
    </li>
  )
}

function Act({ schedule, action }: { schedule: ShownSchedule; action: 'pause' | 'resume' | 'delete' }) {
  const t = useTexts(scheduleTexts)
  return (
    <form method="post" action={paths.schedules}>
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="report_schedule_id" value={schedule.report_schedule_id} />
      {action === 'delete' ? (
        <ConfirmSubmit
          label={t('remove')}
          size="sm"
          title={`${t('remove')}: ${schedule.label}`}
          aria-label={`${t('remove')}: ${schedule.label}`}
        >
          {t('removeAsk')}
        </ConfirmSubmit>
      ) : (
        <Button type="submit" variant="outline" size="sm">
          {t(action)}
          <span className="sr-only"> {schedule.label}</span>
        </Button>
      )}
    </form>
  )
}
