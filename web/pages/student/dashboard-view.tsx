import type { OpenOrder } from '#modules/checkout/entry.ts'
import RedeemKey from '#modules/checkout/keys/redeem-key.island.tsx'
import type { fetchDashboard } from '#modules/learning/dashboard/fetch-dashboard.ts'
import { showMinutes } from '#modules/learning/progress/duration.shared.ts'
import {
  courseTone,
  isEnrollment,
  nextAction,
  status,
  statusBadge,
} from '#modules/learning/student-course/course-status.shared.ts'
import { pathTo } from '#platform/path-to.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { Badge, toneInk } from '#platform/ui/badge.tsx'
import { LinkButton, SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { cn } from '#platform/ui/cn.ts'
import { Empty } from '#platform/ui/empty.tsx'
import { Icon } from '#platform/ui/icons.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { showDate } from '#platform/ui/masks.ts'
import { PageTitle, StatTile, TextLink } from '#platform/ui/parts.tsx'
import { Progress } from '#platform/ui/progress.tsx'
import { Scene } from '#platform/ui/scenes/scene.tsx'
import type { Frame } from '#platform/web/frame.ts'
import { OpenOrders } from '#web/pages/checkout/open-orders.tsx'
import { ReportPanel } from '#web/pages/course/report-panel.tsx'
import { CertificateTable } from './certificate-table.tsx'
import { dashboardTexts } from './dashboard.texts.ts'

export type DashboardShown = Awaited<ReturnType<typeof fetchDashboard.run>>['data']
export type DashboardCourse = DashboardShown['course'][number]

type DashboardProps = { data: DashboardShown; orders: readonly OpenOrder[]; frame: Frame; page: number }

/** The student's home page. Its largest part is the next step. */
export function Dashboard({ data, orders, frame, page }: DashboardProps) {
  const t = useTexts(dashboardTexts)
  return (
    <>
      <PageTitle actions={<RedeemKey />}>{t('dashboard')}</PageTitle>
      <div className="grid grid-cols-1 gap-6">
        <OpenOrders orders={orders} frame={frame} />
        <ReturnedCourses courses={data.course} />
        <Locked courses={data.course} />
        {data.recentCourse ? (
          <LastCourse course={data.recentCourse} certificate={certificateOf(data, data.recentCourse)} frame={frame} />
        ) : (
          <NoCourses />
        )}
        {data.reports.map(({ student_course_id, duties }) => (
          <ReportPanel
            key={student_course_id}
            student_course_id={student_course_id}
            duties={duties}
            course_name={data.course.find((course) => course.student_course_id === student_course_id)?.course_name}
          />
        ))}
        {(data.course.length > 0 || data.certificates.length > 0) && <Standing data={data} frame={frame} page={page} />}
        <Help frame={frame} />
      </div>
    </>
  )
}

/** Everything about the student's courses; left out while they have none, because all of it would be empty. */
function Standing({ data, frame, page }: Omit<DashboardProps, 'orders'>) {
  const t = useTexts(dashboardTexts)
  return (
    <>
      <div className="grid grid-cols-3 gap-2 sm:gap-3">
        <StatTile label={t('completed')} value={`${data.percent_complete}%`} />
        <StatTile label={t('timeSpent')} value={showMinutes(data.time_spent)} />
        <StatTile label={t('certificates')} value={data.certificates.length} href="#certificates" />
      </div>
      {data.course.length > 0 && (
        <div id="courses">
          <MyCourses courses={data.course} frame={frame} />
        </div>
      )}
      <RecentActivity activity={data.recentActivity} frame={frame} />
      <CertificateTable
        certificates={data.certificates}
        awaiting={data.course.filter(({ awaits_number }) => awaits_number !== null)}
        reports={data.reports}
        page={page}
        frame={frame}
      />
    </>
  )
}

/** Submissions that staff sent back while the course continues. A course that waits for them shows it in its status. */
function ReturnedCourses({ courses }: { courses: readonly DashboardCourse[] }) {
  const t = useTexts(dashboardTexts)
  return courses
    .filter(({ sent_back_ind }) => sent_back_ind)
    .map(({ student_course_id, course_name }) => (
      <Alert key={student_course_id} variant="attention" title={t('sentBack', { course_name })}>
        <TextLink href={pathTo('/course/:studentCourseId/review', { studentCourseId: student_course_id })} alone>
          {t('seeSentBack')}
        </TextLink>
      </Alert>
    ))
}

/** Courses that students can unlock without staff. */
function Locked({ courses }: { courses: readonly DashboardCourse[] }) {
  const t = useTexts(dashboardTexts)
  return courses
    .filter(({ unlock_ind }) => unlock_ind)
    .map(({ student_course_id, course_name }) => (
      <Alert key={student_course_id} variant="attention" title={t('locked', { course_name })}>
        <TextLink href={pathTo('/course/:studentCourseId/unlock', { studentCourseId: student_course_id })} alone>
          {t('verify')}
        </TextLink>
      </Alert>
    ))
}

/** The certificate earned in a course. */
const certificateOf = ({ certificates }: DashboardShown, { student_course_id }: DashboardCourse) =>
  certificates.find((certificate) => certificate.student_course_id === student_course_id)

type LastProps = {
  course: DashboardCourse
  certificate: DashboardShown['certificates'][number] | undefined
  frame: Frame
}

function LastCourse({ course, certificate, frame }: LastProps) {
  const t = useTexts(dashboardTexts)
  // A refunded course can't be opened anymore.
  const isRefunded = course.lk_student_course_status_id === status.refunded
  const times = { spent: showMinutes(course.time_spent), required: showMinutes(course.required_seconds) }
  return (
    <section aria-labelledby="last-course" className="rounded-lg border bg-card p-5 shadow-card sm:p-8">
      <p className="text-sm text-muted-foreground">{t('lastCourse')}</p>
      <h2 id="last-course" className="mb-4 text-2xl font-bold">
        {course.course_name}
      </h2>
      {isRefunded && <p className="mb-4 text-muted-foreground">{course.status}</p>}
      {certificate && (
        <img
          src={`/api/certificate/download/${certificate.student_certificate_id}`}
          alt={`${t('certificate')}: ${course.course_name}`}
          className="mb-6 w-full max-w-md rounded-md border shadow-raised"
        />
      )}
      {!certificate && !isRefunded && (
        <Progress
          className="mb-3"
          label={t('progress', { percent: course.percent_complete })}
          value={course.percent_complete}
          note={t('time', times)}
        />
      )}
      <Pace course={course} frame={frame} />
      <LinkButton
        href={
          isRefunded
            ? pathTo('/courses/search')
            : pathTo('/course/:studentCourseId', { studentCourseId: course.student_course_id })
        }
        size="lg"
        className="w-full sm:w-auto sm:px-12"
      >
        {t(isRefunded ? 'search' : certificate ? 'seeCertificate' : nextAction(course))}
      </LinkButton>
    </section>
  )
}

/** The rest of an open course, the day by which the organization wants it finished, and its end. */
function Pace({ course, frame }: { course: DashboardCourse; frame: Frame }) {
  const t = useTexts(dashboardTexts)
  const { due_on, expires_at } = course
  if (!course.open_ind && due_on === null) return null
  const secondsLeft = Math.ceil((course.required_seconds - course.time_spent) / 60) * 60
  const timeLeft = course.open_ind && secondsLeft > 0 ? [t('timeLeft', { time: showMinutes(secondsLeft) })] : []
  const dueLines = due_on ? [t('dueOn', { date: showDate(due_on, frame.locale) })] : []
  const end = expires_at
    ? [t(due_on ? 'openUntil' : 'dueOn', { date: showDate(expires_at, frame.locale, frame.time_zone) })]
    : []
  const parts = [...timeLeft, ...dueLines, ...end]
  return parts.length > 0 && <p className="mb-6 font-semibold">{parts.join(' · ')}</p>
}

function NoCourses() {
  const t = useTexts(dashboardTexts)
  return (
    <Empty
      title={t('noCourses')}
      scene={<Scene name="roadAtDawn" decorative />}
      action={<LinkButton href={pathTo('/courses/search')}>{t('search')}</LinkButton>}
    >
      {t('noCoursesText')}
    </Empty>
  )
}

function MyCourses({ courses, frame }: { courses: readonly DashboardCourse[]; frame: Frame }) {
  const t = useTexts(dashboardTexts)
  return (
    <Panel title={t('myCourses')}>
      <ul className="grid gap-4">
        {courses.map((course) => {
          const { tone, icon } = statusBadge(course.lk_student_course_status_id)
          return (
            <li key={course.student_course_id} className="border-b pb-4 last:border-b-0 last:pb-0">
              <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
                <TextLink href={pathTo('/course/:studentCourseId', { studentCourseId: course.student_course_id })}>
                  {course.course_name}
                </TextLink>
                <Badge
                  tone={courseTone(course.lk_student_course_status_id)}
                  icon={<Icon name={icon} className={cn('size-4', toneInk[tone])} />}
                >
                  {course.status}
                </Badge>
              </div>
              <Progress
                label={t('progress', { percent: course.percent_complete })}
                value={course.percent_complete}
                note={
                  course.last_active_at &&
                  t('activity', { date: showDate(course.last_active_at, frame.locale, frame.time_zone) })
                }
              />
              {isEnrollment(course.lk_student_course_status_id) && <EnrollmentProof course={course} />}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

function RecentActivity({ activity, frame }: { activity: DashboardShown['recentActivity']; frame: Frame }) {
  const t = useTexts(dashboardTexts)
  if (activity.length === 0) return null
  return (
    <Panel title={t('recentActivity')}>
      <ul className="grid gap-3">
        {activity.map(({ kind, student_course_id, course_name, name, status, at }) => (
          <li key={`${kind} ${student_course_id} ${at} ${name}`} className="flex justify-between gap-x-6">
            <span className="min-w-0 wrap-anywhere">
              {t(`did.${kind}`, { name, status })}
              <span className="block text-sm text-muted-foreground">{course_name}</span>
            </span>
            <time dateTime={at} className="figures shrink-0 text-sm leading-6 text-muted-foreground">
              {showDate(at, frame.locale, frame.time_zone)}
            </time>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The response to this form is the file; the operation takes its input from the address. */
function EnrollmentProof({ course }: { course: DashboardCourse }) {
  const t = useTexts(dashboardTexts)
  return (
    <form method="post" action={`/api/certificate/download/enrollment?student_course_id=${course.student_course_id}`}>
      <SubmitButton variant="link" size="sm" className="-ms-3" aria-label={`${t('proof')}: ${course.course_name}`}>
        {t('proof')}
      </SubmitButton>
    </form>
  )
}

function Help({ frame }: { frame: Frame }) {
  const t = useTexts(dashboardTexts)
  const { href, phone, email, hours } = frame.support
  if (!href && !phone) return null
  return (
    <Panel title={t('help')}>
      {phone && (
        <p>
          {phone} <span className="text-muted-foreground">({hours})</span>
        </p>
      )}
      {email && (
        <p>
          <TextLink href={`mailto:${email}`}>{email}</TextLink>
        </p>
      )}
      {href && <TextLink href={href}>{t('support')}</TextLink>}
    </Panel>
  )
}
