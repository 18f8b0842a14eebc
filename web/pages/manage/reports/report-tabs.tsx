import { reportTexts } from '#modules/backoffice/reports/reports.texts.ts'
import { scheduleTexts } from '#modules/backoffice/reports/schedules.texts.ts'
import { pathTo } from '#platform/path-to.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { Tabs } from '#platform/ui/tabs.tsx'

export const paths = {
  reports: pathTo('/manage/reports'),
  history: pathTo('/manage/reports/history'),
  schedules: pathTo('/manage/reports/schedules'),
} as const

/** The three pages of reports. */
export function ReportTabs({ current }: { current: keyof typeof paths }) {
  const t = useTexts(reportTexts)
  const s = useTexts(scheduleTexts)
  const labels = { reports: t('title'), history: t('history'), schedules: s('title') }
  const names = Object.keys(paths) as (keyof typeof paths)[]
  const tabs = names.map((name) => ({ href: paths[name], label: labels[name], current: name === current }))
  return (
    <div className="mb-5">
      <Tabs label={t('title')} tabs={tabs} fit />
    </div>
  )
}
