import type { CourseEnd } from '#modules/learning/entry.ts'
import { dateFormat } from '#platform/locale-format.ts'
import { pathTo } from '#platform/path-to.ts'
import { student } from '#platform/permissions.ts'
import type { Locale } from '#platform/texts.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import type { Frame } from '#platform/web/frame.ts'
import { page } from '#platform/web/page.ts'
import { defaultZone } from '#platform/zone.ts'
import { endTexts } from './course-end.texts.ts'
import { EndPage, SupportContacts } from './course-end.tsx'
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
  const timeZone = frame.time_zone ?? defaultZone
  const date = end.expires_at && dateFormat(locale, { dateStyle: 'long', timeZone }).format(end.expires_at)
  const { enabled, attempts_left, paid, fee_cents } = end.reinstatement
  const open = paid || (enabled && attempts_left > 0)
  const action = (
    <LinkButton href={pathTo('/course/:studentCourseId/reinstate', { studentCourseId: end.student_course_id })}>
      {t(paid || fee_cents === 0 ? 'reinstate' : 'payNow')}
    </LinkButton>
  )
  return (
    <EndPage end={end} frame={frame} title={t('expired')} scene="night" action={open ? action : undefined}>
      {date && <p>{t('expiredOn', { date })}</p>}
      <p>{t(open ? 'reinstateText' : 'reinstateSupport')}</p>
      <SupportContacts frame={frame} about={{ ...end, category_id: 1, what: t('expired') }} />
    </EndPage>
  )
}
