import type { ReportedDuty } from '#modules/learning/entry.ts'
import { CompletionTracker } from '#modules/learning/reporting/completion-tracker.shared.tsx'
import { trackerTexts } from '#modules/learning/reporting/tracker.texts.ts'
import { pathTo } from '#platform/path-to.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'

type Props = { student_course_id: number; duties: readonly ReportedDuty[]; course_name?: string | undefined }

/** The reports of one completion, with a link to their page. */
export function ReportPanel({ student_course_id, duties, course_name }: Props) {
  const t = useTexts(trackerTexts)
  return (
    <section aria-label={t('title')} className="grid gap-3">
      <h2 className="text-lg font-semibold">{course_name ? `${t('title')}: ${course_name}` : t('title')}</h2>
      <CompletionTracker duties={duties} />
      <p>
        <TextLink href={pathTo('/course/:studentCourseId/report', { studentCourseId: student_course_id })} alone>
          {t('details')}
        </TextLink>
      </p>
    </section>
  )
}
