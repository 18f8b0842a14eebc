import type { CourseEnd } from '../../../modules/learning/index.ts'
import { student } from '../../../platform/permissions.ts'
import { Alert } from '../../../platform/ui/alert.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import type { Frame } from '../../../platform/web/frame.ts'
import { page } from '../../../platform/web/page.ts'
import { endTexts } from './course-end.texts.ts'
import { EndPage, SupportWays } from './course-end.tsx'
import { endAt } from './course-place.ts'

/** A course that is over without having been passed. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/completed',
  title: endTexts.failed,
  may: student,
  load: ({ ctx, params }) => endAt(ctx, params.studentCourseId, 'completed'),
  view: (end, { frame }) => <Completed end={end} frame={frame} />,
})

function Completed({ end, frame }: { end: CourseEnd; frame: Frame }) {
  const t = useTexts(endTexts)
  return (
    <EndPage end={end} frame={frame} title={t('failed')}>
      <Alert variant="attention">{t('failedText')}</Alert>
      <SupportWays frame={frame} />
    </EndPage>
  )
}
