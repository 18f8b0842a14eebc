import type { AccountPlace } from '#modules/identity/account/account-place.shared.ts'
import { isComplete } from '#modules/learning/student-course/course-status.shared.ts'
import { pathTo } from '#platform/path-to.ts'
import type { ResponseOf } from '#platform/ui/api.ts'
import { Empty } from '#platform/ui/empty.tsx'
import { island } from '#platform/ui/island.tsx'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { TextLink, Unseen } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { certificateTexts } from './certificates-tab.texts.ts'

type CourseList = ResponseOf<'/user/fetchCoursesByUserId'>
type Props = { place: AccountPlace; first: CourseList | null }

/** The certificates of a person, with their files. */
export default island('learning/certificates-tab', { when: 'visible' }, CertificatesTab)

function CertificatesTab({ place, first }: Props) {
  const t = useTexts(certificateTexts)
  const query = { user_id: place.user_id ?? 0, includeCertificates: true }
  const loaded = useLoaded(first, (api) => api.GET('/user/fetchCoursesByUserId', { params: { query } }))
  return (
    <ShowLoaded loaded={loaded}>
      {({ studentCourses }) => {
        const rows = studentCourses.flatMap(({ course_name, certificates }) =>
          certificates.map((certificate) => ({ ...certificate, course_name })),
        )
        const awaiting = studentCourses.filter(isAwaiting)
        if (rows.length === 0 && awaiting.length === 0) return <Empty title={t('none')}>{t('noneText')}</Empty>
        return (
          <Table label={t('certificates')} stacked>
            <thead>
              <tr>
                <TableHead>{t('certificate')}</TableHead>
                <TableHead>{t('course')}</TableHead>
                <TableHead>{t('issued')}</TableHead>
                <TableHead>
                  <Unseen>{t('download')}</Unseen>
                </TableHead>
              </tr>
            </thead>
            <tbody>
              {awaiting.map((course) => (
                <AwaitingRow key={course.student_course_id} course={course} own={place.own} />
              ))}
              {rows.map((row) => (
                <Row key={row.student_certificate_id} row={row} />
              ))}
            </tbody>
          </Table>
        )
      }}
    </ShowLoaded>
  )
}

const Day = ({ text }: { text: string }) => <span className="block text-sm text-muted-foreground">{text}</span>

type Course = CourseList['studentCourses'][number]

/** Whether the first certificate of a passed course waits for its number. */
const isAwaiting = ({ awaits_number, certificates, lk_student_course_status_id }: Course): boolean =>
  awaits_number !== null && certificates.length === 0 && isComplete(lk_student_course_status_id)

/** A passed course whose certificate waits for its number, with what happens next. */
function AwaitingRow({ course, own }: { course: Course; own: boolean }) {
  const t = useTexts(certificateTexts)
  const { student_course_id, course_name, awaits_number } = course
  const isStock = awaits_number === 'stock'
  const href = own
    ? pathTo('/course/:studentCourseId/report', { studentCourseId: student_course_id })
    : pathTo('/manage/completion-report/:student_course_id', { student_course_id })
  return (
    <tr>
      <TableCell label={t('certificate')}>
        {t(isStock ? 'awaitsStock' : 'awaitsAnswer')}
        <Day text={t(isStock ? 'stockNext' : 'answerNext')} />
      </TableCell>
      <TableCell label={t('course')} className="min-w-48">
        {course_name}
      </TableCell>
      <TableCell label={t('issued')}>—</TableCell>
      <TableCell>
        <TextLink href={href}>
          <span aria-hidden="true">{t('seeReport')}</span>
          <Unseen>{t('seeReportOf', { course: course_name })}</Unseen>
        </TextLink>
      </TableCell>
    </tr>
  )
}

type RowProps = { row: CourseList['studentCourses'][number]['certificates'][number] & { course_name: string } }

function Row({ row }: RowProps) {
  const t = useTexts(certificateTexts)
  const showDate = useShowDate()
  const number = row.certificate_number ?? ''
  return (
    <tr>
      <TableCell label={t('certificate')} className="figures">
        {number || '—'}
      </TableCell>
      <TableCell label={t('course')} className="min-w-48">
        {row.course_name}
      </TableCell>
      <TableCell label={t('issued')} className="figures">
        {showDate(row.issued_at, row.time_zone)}
        {row.valid_until && <Day text={t('validUntil', { day: showDate(row.valid_until) })} />}
        {row.notice_due_on && <Day text={t('noticeDue', { day: showDate(row.notice_due_on) })} />}
      </TableCell>
      <TableCell>
        <TextLink href={`/api/certificate/download/${row.student_certificate_id}`}>
          <span aria-hidden="true">{t('download')}</span>
          <Unseen>{t('downloadOf', { number })}</Unseen>
        </TextLink>
      </TableCell>
    </tr>
  )
}
