import type { CourseEnd } from '#modules/learning/entry.ts'
import { student } from '#platform/permissions.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { page, type ViewInput } from '#platform/web/page.ts'
import { endTexts } from './course-end.texts.ts'
import { EndPage, SupportContacts } from './course-end.tsx'
import { endAt } from './course-place.ts'
import { RateCourse } from './rate-course.tsx'
import { sendReview } from './send-review.ts'

/** A course that is over without having been passed. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/completed',
  title: endTexts.failed,
  may: student,
  load: ({ ctx, params }) => endAt(ctx, params.studentCourseId, 'completed'),
  submit: sendReview,
  view: (end, input) => <Completed end={end} {...input} />,
})

function Completed({ end, frame, form }: ViewInput & { end: CourseEnd }) {
  const t = useTexts(endTexts)
  return (
    <EndPage end={end} frame={frame} title={t('failed')} scene="rain">
      <Alert variant="attention">{t('failedText')}</Alert>
      <SupportContacts frame={frame} about={{ ...end, category_id: 8, what: t('failed') }} />
      <RateCourse end={end} form={form} />
    </EndPage>
  )
}
