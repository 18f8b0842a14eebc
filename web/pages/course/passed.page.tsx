import type { CourseEnd } from '../../../modules/learning/index.ts'
import { student } from '../../../platform/permissions.ts'
import { Alert } from '../../../platform/ui/alert.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import type { Frame } from '../../../platform/web/frame.ts'
import { page } from '../../../platform/web/page.ts'
import { endTexts } from './course-end.texts.ts'
import { EndPage, Outcome } from './course-end.tsx'
import { endAt } from './course-place.ts'

export default page({
  address: '/course/:studentCourseId{[0-9]+}/passed',
  title: endTexts.passed,
  may: student,
  load: ({ ctx, params }) => endAt(ctx, params.studentCourseId, 'passed'),
  view: (end, { frame }) => <Passed end={end} frame={frame} />,
})

function Passed({ end, frame }: { end: CourseEnd; frame: Frame }) {
  const t = useTexts(endTexts)
  return (
    <EndPage end={end} frame={frame} title={t('passed')}>
      {!end.description && <Alert variant="success">{t('passedText')}</Alert>}
      <Outcome end={end} />
    </EndPage>
  )
}
