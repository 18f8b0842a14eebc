import type { CourseDetails } from '#modules/learning/entry.ts'
import { showDuration } from '#modules/learning/progress/duration.shared.ts'
import { pathTo } from '#platform/path-to.ts'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { Facts, TextLink } from '#platform/ui/parts.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { playerTexts } from './player.texts.ts'

type Props = {
  details: CourseDetails
  progress: { percent: number; time_spent: number; required_seconds: number }
  frame: Frame
}

/** The details of a course, in its pages' panel; the page's clock has the credited time. */
export function CourseDetailsList({ details, progress, frame }: Props) {
  const t = useTexts(playerTexts)
  const showDate = useShowDate()
  const { student_course_id, course_name, version_number, enrolled_at, started_at, expires_at } = details
  const dated: [string, string | null][] = [
    [t('enrolledOn'), enrolled_at],
    [t('startedOn'), started_at],
    [t('finishBy'), expires_at],
  ]
  return (
    <div className="grid gap-5 p-5">
      <Facts
        facts={[
          [t('courseName'), course_name],
          [t('version'), String(version_number)],
          [t('done'), t('percentShort', { percent: progress.percent })],
          ...(progress.required_seconds
            ? ([[t('timeRequired'), showDuration(progress.required_seconds)]] as const)
            : []),
          ...dated.filter(([, date]) => date !== null).map(([label, date]) => [label, showDate(date)] as const),
        ]}
      />
      <p className="grid justify-items-start gap-2">
        <TextLink
          href={withCarriedParams(
            frame,
            pathTo('/course/:studentCourseId/summary', { studentCourseId: student_course_id }),
          )}
        >
          {t('summary')}
        </TextLink>
        <TextLink href={withCarriedParams(frame, pathTo('/support/contact'))}>{t('support')}</TextLink>
      </p>
    </div>
  )
}
