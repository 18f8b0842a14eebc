import type { CourseEnd } from '../../../modules/learning/index.ts'
import { student } from '../../../platform/permissions.ts'
import type { Locale } from '../../../platform/texts.ts'
import { useTexts } from '../../../platform/ui/locale.tsx'
import type { Frame } from '../../../platform/web/frame.ts'
import { page } from '../../../platform/web/page.ts'
import { endTexts } from './course-end.texts.ts'
import { EndPage, SupportWays } from './course-end.tsx'
import { endAt } from './course-place.ts'

export default page({
  address: '/course/:studentCourseId{[0-9]+}/expired',
  title: endTexts.expired,
  may: student,
  load: ({ ctx, params }) => endAt(ctx, params.studentCourseId, 'expired'),
  view: (end, { frame, locale }) => <Expired end={end} frame={frame} locale={locale} />,
})

function Expired({ end, frame, locale }: { end: CourseEnd; frame: Frame; locale: Locale }) {
  const t = useTexts(endTexts)
  const date = end.expires_at?.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'America/New_York' })
  return (
    <EndPage end={end} frame={frame} title={t('expired')}>
      {date && <p>{t('expiredOn', { date })}</p>}
      <p>{end.reinstatement.enabled ? `${t('payNow')}: ${t('reinstateText')}` : t('reinstateSupport')}</p>
      <SupportWays frame={frame} />
    </EndPage>
  )
}
