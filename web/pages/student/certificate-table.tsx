import type { fetchDashboard } from '#modules/learning/dashboard/fetch-dashboard.ts'
import { pathTo } from '#platform/path-to.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { LinkButton, SubmitButton } from '#platform/ui/button.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { Icon } from '#platform/ui/icons.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { showDate } from '#platform/ui/masks.ts'
import { Pagination } from '#platform/ui/pagination.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import type { Frame } from '#platform/web/frame.ts'
import { dashboardTexts } from './dashboard.texts.ts'

const size = 10
type Shown = Awaited<ReturnType<typeof fetchDashboard.run>>['data']
type Certificate = Shown['certificates'][number]
type Course = Shown['course'][number]
type TableProps = {
  certificates: readonly Certificate[]
  /** Passed courses whose certificate waits for its number. */
  awaiting: readonly Course[]
  reports: Shown['reports']
  page: number
  frame: Frame
}

/** The student's certificates, ten per page, after those that wait for their number. */
export function CertificateTable({ certificates, awaiting, reports, page, frame }: TableProps) {
  const t = useTexts(dashboardTexts)
  const pages = Math.max(1, Math.ceil(certificates.length / size))
  const current = Math.min(Math.max(1, Math.floor(page)), pages)
  const from = (current - 1) * size
  const rows = certificates.slice(from, from + size)
  const link = (to: number) => pathTo('/dashboard', { query: { page: to }, hash: 'certificates' })
  return (
    <section id="certificates" aria-labelledby="certificates-title">
      <h2 id="certificates-title" className="mb-2 text-lg font-semibold">
        {t('certificates')}
      </h2>
      {awaiting.map((course) => (
        <Awaiting
          key={course.student_course_id}
          course={course}
          corrects={reports.some(
            ({ student_course_id, duties }) =>
              student_course_id === course.student_course_id && duties.some(({ acts }) => acts === 'student'),
          )}
        />
      ))}
      {rows.length === 0 && awaiting.length === 0 && (
        <Empty title={t('noCertificates')} icon={<Icon name="certificate" />}>
          {t('noCertificatesText')}
        </Empty>
      )}
      {rows.length > 0 && (
        <Table label={t('certificateList')} stacked>
          <Head />
          <tbody>
            {rows.map((row) => (
              <Row key={row.student_certificate_id} row={row} frame={frame} />
            ))}
          </tbody>
        </Table>
      )}
      {pages > 1 && (
        <Pagination
          from={from + 1}
          to={from + rows.length}
          count={certificates.length}
          previous={current > 1 ? link(current - 1) : null}
          next={current < pages ? link(current + 1) : null}
        />
      )}
    </section>
  )
}

type AwaitingProps = {
  course: Course
  /** The agency rejected the report, and the student corrects it. */
  corrects: boolean
}

/** Names the course, the number that its certificate waits for, and what happens next. */
function Awaiting({ course: { student_course_id, course_name, awaits_number }, corrects }: AwaitingProps) {
  const t = useTexts(dashboardTexts)
  if (corrects) {
    return (
      <Alert variant="attention" className="mb-4" title={t('awaitingYou', { course_name })}>
        <p>{t('awaitsCorrection')}</p>
        <TextLink href={pathTo('/course/:studentCourseId', { studentCourseId: student_course_id })} alone>
          {t('correct')}
        </TextLink>
      </Alert>
    )
  }
  return (
    <Alert className="mb-4" title={t('awaitingTitle', { course_name })}>
      <p>{t(awaits_number === 'stock' ? 'awaitsStock' : 'awaitsAnswer')}</p>
      <p>{t('awaitingNext')}</p>
      <TextLink href={pathTo('/course/:studentCourseId/report', { studentCourseId: student_course_id })} alone>
        {t('seeReport')}
      </TextLink>
    </Alert>
  )
}

function Head() {
  const t = useTexts(dashboardTexts)
  return (
    <thead>
      <tr>
        <TableHead>{t('certificate')}</TableHead>
        <TableHead>{t('course')}</TableHead>
        <TableHead>{t('issuer')}</TableHead>
        <TableHead>{t('issuedDate')}</TableHead>
        <TableHead>
          <span className="sr-only">{t('actions')}</span>
        </TableHead>
      </tr>
    </thead>
  )
}

function Row({ row, frame }: { row: Certificate; frame: Frame }) {
  const t = useTexts(dashboardTexts)
  const href = `/api/certificate/download/${row.student_certificate_id}`
  return (
    <tr>
      <TableCell className="max-md:font-semibold">{row.name}</TableCell>
      <TableCell label={t('course')}>{row.course_name}</TableCell>
      <TableCell label={t('issuer')}>{row.organization_name}</TableCell>
      <TableCell label={t('issuedDate')} className="figures">
        {showDate(row.issued_at, frame.locale, row.time_zone)}
        {row.valid_until && (
          <span className="block text-sm text-muted-foreground">
            {t('validUntil', { day: showDate(row.valid_until, frame.locale) })}
          </span>
        )}
      </TableCell>
      <TableCell className="text-end whitespace-nowrap max-md:!justify-start">
        <LinkButton href={href} variant="link" size="sm" aria-label={`${t('download')}: ${row.name}`}>
          {t('download')}
        </LinkButton>
        <form method="post" className="inline">
          <input type="hidden" name="email" value={row.student_certificate_id} />
          <SubmitButton variant="link" size="sm" aria-label={`${t('mail')}: ${row.name}`}>
            {t('mail')}
          </SubmitButton>
        </form>
        <LinkButton href={`${href}?format=pdf`} variant="link" size="sm" aria-label={`${t('print')}: ${row.name}`}>
          {t('print')}
        </LinkButton>
      </TableCell>
    </tr>
  )
}
