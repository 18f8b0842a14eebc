import type { CourseEnd } from '../../../modules/learning/index.ts'
import { student } from '../../../platform/permissions.ts'
import { type Locale, pick, type Text } from '../../../platform/texts.ts'
import { Banner } from '../../../platform/ui/banner.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import type { Frame } from '../../../platform/web/frame.ts'
import { page } from '../../../platform/web/page.ts'
import { endTexts, reasonTexts, statusReasonTexts } from './course-end.texts.ts'
import { EndPage, Outcome, SupportWays } from './course-end.tsx'
import { endAt } from './course-place.ts'

export default page({
  address: '/course/:studentCourseId{[0-9]+}/disabled',
  title: endTexts.disabled,
  may: student,
  load: ({ ctx, params }) => endAt(ctx, params.studentCourseId, 'disabled'),
  view: (end, { frame, locale }) => <Disabled end={end} frame={frame} locale={locale} />,
})

/** A reason, where there is one, says more than the status. */
function reasonOf({ status_id, reason_id }: CourseEnd): Text {
  const byStatus: Readonly<Record<number, Text>> = statusReasonTexts
  const byReason: Readonly<Record<number, Text>> = reasonTexts
  return (reason_id !== null ? byReason[reason_id] : byStatus[status_id]) ?? reasonTexts[4]
}

function Disabled({ end, frame, locale }: { end: CourseEnd; frame: Frame; locale: Locale }) {
  const t = useTexts(endTexts)
  return (
    <EndPage end={end} frame={frame} title={t('disabled')}>
      <Banner kind="attention">{pick(locale, reasonOf(end))}</Banner>
      <Outcome end={end} />
      <SupportWays frame={frame} />
    </EndPage>
  )
}
