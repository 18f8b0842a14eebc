import type { CourseEnd } from '#modules/learning/entry.ts'
import { student } from '#platform/permissions.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { page, type ViewInput } from '#platform/web/page.ts'
import { endTexts } from './course-end.texts.ts'
import { EndPage, Outcome, ReadAgain } from './course-end.tsx'
import { endAt } from './course-place.ts'
import { EndFaqs } from './end-faqs.tsx'
import { RateCourse } from './rate-course.tsx'
import { sendReview } from './send-review.ts'

export default page({
  address: '/course/:studentCourseId{[0-9]+}/passed',
  title: endTexts.passed,
  may: student,
  load: ({ ctx, params }) => endAt(ctx, params.studentCourseId, 'passed'),
  submit: sendReview,
  view: (end, input) => <Passed end={end} {...input} />,
})

/** The result of passing the course: a certificate, immediately or with its number, or none. */
function textOf({ hasCertificate, awaits_number }: CourseEnd) {
  if (!hasCertificate) return 'passedWithout'
  if (awaits_number === null) return 'passedText'
  return awaits_number === 'stock' ? 'awaitsStock' : 'awaitsAnswer'
}

function Passed({ end, frame, form }: ViewInput & { end: CourseEnd }) {
  const t = useTexts(endTexts)
  return (
    <EndPage end={end} frame={frame} title={t('passed')} scene="certificate">
      {(!end.description || end.awaits_number) && <Alert variant="success">{t(textOf(end))}</Alert>}
      <Outcome end={end} />
      <EndFaqs end={end} />
      <RateCourse end={end} form={form} />
      <ReadAgain end={end} />
    </EndPage>
  )
}
