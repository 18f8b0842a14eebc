import { type CourseEnd, status } from '../../../modules/learning/index.ts'
import { student } from '../../../platform/permissions.ts'
import { Alert } from '../../../platform/ui/alert.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import type { Frame } from '../../../platform/web/frame.ts'
import { page } from '../../../platform/web/page.ts'
import { endTexts } from './course-end.texts.ts'
import { EndPage, SupportWays } from './course-end.tsx'
import { endAt } from './course-place.ts'

export default page({
  address: '/course/:studentCourseId{[0-9]+}/review',
  title: endTexts.review,
  may: student,
  load: ({ ctx, params }) => endAt(ctx, params.studentCourseId, 'review'),
  view: (end, { frame }) => <Review end={end} frame={frame} />,
})

function Review({ end, frame }: { end: CourseEnd; frame: Frame }) {
  const t = useTexts(endTexts)
  const mend = end.status_id === status.needsAttention
  return (
    <EndPage end={end} frame={frame} title={t('review')}>
      {mend ? <Alert variant="attention">{t('attention')}</Alert> : !end.description && <p>{t('reviewText')}</p>}
      {mend && <SupportWays frame={frame} />}
    </EndPage>
  )
}
