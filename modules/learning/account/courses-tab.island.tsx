import type { AccountPlace } from '#modules/identity/account/account-place.shared.ts'
import { lk_student_course_status } from '#modules/learning/lookups.shared.ts'
import { isComplete, isExtendable } from '#modules/learning/student-course/course-status.shared.ts'
import { formatMoney, toCents } from '#platform/money.ts'
import { pathTo } from '#platform/path-to.ts'
import type { ResponseOf } from '#platform/ui/api.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { island } from '#platform/ui/island.tsx'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useLocale, useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { LookupBadge } from '#platform/ui/lookup-badge.tsx'
import { TextLink, Unseen } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { courseTexts } from './courses-tab.texts.ts'

type CourseList = ResponseOf<'/user/fetchCoursesByUserId'>
type Props = { place: AccountPlace; first: CourseList | null }

/** A person's courses. In the viewer's own account, each name links to its course. */
export default island('learning/courses-tab', { when: 'visible' }, CoursesTab)

function CoursesTab({ place, first }: Props) {
  const t = useTexts(courseTexts)
  const query = { user_id: place.user_id ?? 0, includeCertificates: true }
  const loaded = useLoaded(first, (api) => api.GET('/user/fetchCoursesByUserId', { params: { query } }))
  return (
    <ShowLoaded loaded={loaded}>
      {({ studentCourses }) =>
        studentCourses.length === 0 ? (
          <NoCourses own={place.own} />
        ) : (
          <>
            {!place.own && place.user_id !== null && (
              <p className="mb-3">
                <TextLink href={pathTo('/manage/extra-time/:user_id', { user_id: place.user_id })}>
                  {t('extraTime')}
                </TextLink>
              </p>
            )}
            <Table label={t('courses')} stacked>
              <thead>
                <tr>
                  <TableHead>{t('course')}</TableHead>
                  <TableHead>{t('status')}</TableHead>
                  <TableHead>{t('website')}</TableHead>
                  <TableHead>{t('enrolled')}</TableHead>
                  <TableHead>{t('finished')}</TableHead>
                  <TableHead>{t('expires')}</TableHead>
                  <TableHead numeric>{t('amount')}</TableHead>
                  <TableHead>{t('downloads')}</TableHead>
                </tr>
              </thead>
              <tbody>
                {studentCourses.map((course) => (
                  <Row key={course.student_course_id} course={course} own={place.own} />
                ))}
              </tbody>
            </Table>
          </>
        )
      }
    </ShowLoaded>
  )
}

function NoCourses({ own }: { own: boolean }) {
  const t = useTexts(courseTexts)
  const find = (
    <LinkButton href={pathTo('/courses/search')} variant="outline" size="sm">
      {t('find')}
    </LinkButton>
  )
  return (
    <Empty title={t('none')} action={own && find}>
      {t(own ? 'noneOwn' : 'noneStaff')}
    </Empty>
  )
}

function Row({ course, own }: { course: CourseList['studentCourses'][number]; own: boolean }) {
  const t = useTexts(courseTexts)
  const locale = useLocale()
  const showDate = useShowDate()
  const { amount_paid } = course
  return (
    <tr>
      <TableCell label={t('course')} className="min-w-48">
        {own ? (
          <TextLink href={pathTo('/course/:studentCourseId', { studentCourseId: course.student_course_id })}>
            {course.course_name}
          </TextLink>
        ) : (
          course.course_name
        )}
      </TableCell>
      <TableCell label={t('status')}>
        <div>
          <LookupBadge lookup={lk_student_course_status} id={course.lk_student_course_status_id} />
          {!own && <StaffLinks course={course} />}
        </div>
      </TableCell>
      <TableCell label={t('website')}>{course.course_website || '—'}</TableCell>
      <TableCell label={t('enrolled')} className="figures">
        {showDate(course.created_at)}
      </TableCell>
      <TableCell label={t('finished')} className="figures">
        {showDate(course.finished_at) || '—'}
      </TableCell>
      <TableCell label={t('expires')} className="figures">
        {showDate(course.expires_at) || '—'}
      </TableCell>
      <TableCell label={t('amount')} numeric>
        {amount_paid === null ? '—' : formatMoney(toCents(amount_paid), locale)}
      </TableCell>
      <TableCell label={t('downloads')}>
        <div>
          <Downloads course={course} />
        </div>
      </TableCell>
    </tr>
  )
}

/** Links to the staff pages of a course; some exist only in certain statuses. */
function StaffLinks({ course }: { course: CourseList['studentCourses'][number] }) {
  const t = useTexts(courseTexts)
  const { student_course_id, lk_student_course_status_id: status } = course
  const courseKey = { student_course_id }
  const links = [
    isComplete(status) && ([pathTo('/manage/completion-report/:student_course_id', courseKey), t('report')] as const),
    isComplete(status) && ([pathTo('/manage/certificate-issue/:student_course_id', courseKey), t('issue')] as const),
    isExtendable(status) && ([pathTo('/manage/course-extension/:student_course_id', courseKey), t('extend')] as const),
    [pathTo('/manage/course-assignment/:student_course_id', courseKey), t('assignment')] as const,
    [pathTo('/manage/eligibility/:student_course_id', courseKey), t('eligibility')] as const,
    [pathTo('/manage/identity-checks/:student_course_id', courseKey), t('identityChecks')] as const,
  ]
  return links
    .filter((link) => link !== false)
    .map(([href, text]) => (
      <TextLink key={href} href={href} className="block">
        {text}
      </TextLink>
    ))
}

/** Links to the documents that prove a course was taken; screen readers also hear its name. */
function Downloads({ course }: { course: CourseList['studentCourses'][number] }) {
  const t = useTexts(courseTexts)
  const query = `?student_course_id=${course.student_course_id}`
  const proofs = [
    course.agreed_ind && (['disclaimer', '/api/student/downloadProofOfDisclaimerAgreement'] as const),
    ['footprint', '/api/report/downloadStudentFootprintTX'] as const,
  ].filter((proof) => proof !== false)
  return proofs.map(([name, address]) => (
    <TextLink key={name} href={`${address}${query}`} className="block">
      <span aria-hidden="true">{t(name)}</span>
      <Unseen>{`${t(name)}: ${course.course_name}`}</Unseen>
    </TextLink>
  ))
}
