import type { AccountPlace } from '#modules/identity/account/account-place.shared.ts'
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
        if (rows.length === 0) return <Empty title={t('none')}>{t('noneText')}</Empty>
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
