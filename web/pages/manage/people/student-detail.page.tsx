import { advanceKey } from '#modules/backoffice/entry.ts'
import { eventHistory } from '#modules/backoffice/event-history/event-history.grid.ts'
import { fetchStudentDetail } from '#modules/backoffice/students/student-detail.ts'
import Tiles from '#modules/backoffice/tiles/tiles.island.tsx'
import { fetchStudentTiles, fetchTileTypes, type Tile } from '#modules/backoffice/tiles/tiles.ts'
import { lk_shipping_type } from '#modules/catalogue/lookups.shared.ts'
import { payments } from '#modules/checkout/payments/grid/payments.grid.ts'
import { lk_student_course_status } from '#modules/learning/lookups.shared.ts'
import { isEnrollment } from '#modules/learning/student-course/course-status.shared.ts'
import GridIsland from '#platform/grid/grid.island.tsx'
import { type GridData, loadGrid } from '#platform/grid/grid-data.ts'
import { submitGrid } from '#platform/grid/row-actions.ts'
import { label } from '#platform/lookups.ts'
import { formatMoney, toCents } from '#platform/money.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds, staff } from '#platform/permissions.ts'
import { LinkButton, SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { useLocale, useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { LookupBadge } from '#platform/ui/lookup-badge.tsx'
import { PageTitle, TextLink, Unseen } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { studentDetailTexts } from './student-detail.texts.ts'

type Detail = Awaited<ReturnType<typeof fetchStudentDetail.run>>
type TileKinds = Awaited<ReturnType<typeof fetchTileTypes.run>>['dashboardTileTypes']
type PageData = {
  detail: Detail
  tiles: Tile[]
  types: TileKinds
  payments: GridData | null
  events: GridData
  canCharge: boolean
  canReadCertificates: boolean
  canAdvance: boolean
}

const maxCourses = 100
/** Each list has its own prefix in the query. */
const prefixes = { payments: 'payments.', events: 'events.' } as const

/** A student as staff see them: figures, courses with their documents, payments. */
export default page({
  address: '/manage/student/:id{[0-9]{1,9}}',
  may: staff('MANAGE_STUDENTS:READ'),
  layout: BackOfficeLayout,
  async load(input): Promise<PageData> {
    const { ctx, params } = input
    const student_id = Number(params.id)
    const detail = await fetchStudentDetail.run(ctx, { student_id, limit: maxCourses })
    const [{ dashboardTile: tiles }, { dashboardTileTypes: types }, gridData, events] = await Promise.all([
      fetchStudentTiles.run(ctx, { student_id }),
      fetchTileTypes.run(ctx, { application_path: 'studentdetail' }),
      payments.may.gate(ctx.actor)
        ? loadGrid(payments, input, student_id, { prefix: prefixes.payments, by: 'user_id', shows: ['course_name'] })
        : null,
      loadGrid(eventHistory, input, student_id, { prefix: prefixes.events }),
    ])
    const canCharge = holds(ctx.actor, 'MANAGE_PAYMENTS:CREATE')
    const canAdvance = holds(ctx.actor, advanceKey)
    const canReadCertificates = holds(ctx.actor, 'MANAGE_CERTIFICATES:READ')
    return { detail, tiles, types, payments: gridData, events, canCharge, canAdvance, canReadCertificates }
  },
  /** Only the event list has actions. */
  submit: (input) => submitGrid(eventHistory, input, { prefix: prefixes.events }),
  title: ({ detail }) => nameOf(detail),
  view: (data) => <Student loaded={data} />,
})

const nameOf = ({ data: { student } }: Detail) => `${student.first_name} ${student.last_name}`.trim() || student.loginid

function Student({ loaded }: { loaded: PageData }) {
  const t = useTexts(studentDetailTexts)
  const { detail, tiles, types, payments, events, canCharge, canAdvance, canReadCertificates } = loaded
  const { user_id, organization_name } = detail.data.student
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={pathTo('/manage/students')} alone>
          ‹ {t('students')}
        </TextLink>
      </p>
      <PageTitle
        lead={organization_name}
        actions={
          <>
            <LinkButton href={pathTo('/manage/student/:id/account', { id: user_id })}>{t('account')}</LinkButton>
            {canCharge && (
              <LinkButton href={pathTo('/manage/charge/:userId', { userId: user_id })} variant="outline">
                {t('charge')}
              </LinkButton>
            )}
            {canAdvance && (
              <LinkButton href={pathTo('/manage/student/:id/advance', { id: user_id })} variant="outline">
                {t('advance')}
              </LinkButton>
            )}
            <LinkButton href={pathTo('/manage/event-history/user/:user_id', { user_id })} variant="outline">
              {t('history')}
            </LinkButton>
          </>
        }
      >
        {nameOf(detail)}
      </PageTitle>
      <div className="grid grid-cols-1 gap-6">
        <Tiles application_path="studentdetail" first={tiles} types={types} subject={{ student_id: user_id }} />
        <Courses detail={detail} canReadCertificates={canReadCertificates} />
        {payments && <List data={payments} />}
        <List data={events} />
      </div>
    </>
  )
}

type Course = Detail['data']['courses'][number]

function Courses({ detail: { data, count }, canReadCertificates }: { detail: Detail; canReadCertificates: boolean }) {
  const t = useTexts(studentDetailTexts)
  const locale = useLocale()
  const showDate = useShowDate()
  const { courses, student } = data
  return (
    <Panel title={t('courses')}>
      {courses.length === 0 && <p className="text-muted-foreground">{t('noCourses')}</p>}
      {count > courses.length && <p>{t('showing', { n: courses.length, count })}</p>}
      {courses.length > 0 && (
        <Table label={t('courses')}>
          <thead>
            <tr>
              <TableHead>{t('course')}</TableHead>
              <TableHead>{t('website')}</TableHead>
              <TableHead>{t('status')}</TableHead>
              <TableHead>{t('certificate')}</TableHead>
              <TableHead numeric>{t('amount')}</TableHead>
              <TableHead>{t('invoice')}</TableHead>
              <TableHead>{t('shipping')}</TableHead>
              <TableHead>{t('registered')}</TableHead>
              <TableHead>
                <Unseen>{t('papers')}</Unseen>
              </TableHead>
            </tr>
          </thead>
          <tbody>
            {courses.map((course) => (
              <tr key={course.student_course_id}>
                <TableCell>{course.course_name}</TableCell>
                <TableCell>{course.course_website || '—'}</TableCell>
                <TableCell>
                  <LookupBadge lookup={lk_student_course_status} id={course.lk_student_course_status_id} />
                </TableCell>
                <TableCell className="figures">
                  <Certificate course={course} opens={canReadCertificates} />
                </TableCell>
                <TableCell numeric>
                  {course.amount_paid === null ? '—' : formatMoney(toCents(course.amount_paid), locale)}
                </TableCell>
                <TableCell className="figures">
                  {course.invoice_id === null ? (
                    '—'
                  ) : (
                    <TextLink
                      href={pathTo('/manage/invoices/details', { query: { invoice_id: course.invoice_id } })}
                      alone
                    >
                      {course.invoice_number}
                    </TextLink>
                  )}
                </TableCell>
                <TableCell>{label(lk_shipping_type, course.lk_shipping_type_id, locale) || '—'}</TableCell>
                <TableCell>{showDate(course.registered_at) || '—'}</TableCell>
                <TableCell>
                  <Papers course={course} student_id={student.user_id} />
                </TableCell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  )
}

function Certificate({ course, opens }: { course: Course; opens: boolean }) {
  const t = useTexts(studentDetailTexts)
  const current = course.certificates.at(-1)
  if (!current && course.awaits_number) return t(course.awaits_number === 'stock' ? 'awaitsStock' : 'awaitsAnswer')
  if (!current || !opens) return course.certificate_number ?? '—'
  const number = course.certificate_number || t('certificate')
  return (
    <TextLink href={`/api/certificate/download/${current.student_certificate_id}`} alone>
      {number}
      <Unseen>: {t('download')}</Unseen>
    </TextLink>
  )
}

/** A course's downloads. Screen readers announce the course of each. */
function Papers({ course, student_id }: { course: Course; student_id: number }) {
  const t = useTexts(studentDetailTexts)
  const { student_course_id, course_name } = course
  const query = `student_course_id=${student_course_id}&student_id=${student_id}`
  const papers = [
    course.agreed_ind && (['proof', '/api/student/downloadProofOfDisclaimerAgreement'] as const),
    ['footprint', '/api/report/downloadStudentFootprintTX'] as const,
  ].filter((paper) => paper !== false)
  return (
    <span className="flex flex-wrap items-center gap-x-3 whitespace-nowrap">
      {papers.map(([name, address]) => (
        <TextLink key={name} href={`${address}?${query}`}>
          {t(name)}
          <Unseen>: {course_name}</Unseen>
        </TextLink>
      ))}
      {isEnrollment(course.lk_student_course_status_id) && (
        // The response to this form is the file; the operation takes its input from the address.
        <form method="post" action={`/api/certificate/download/enrollment?student_course_id=${student_course_id}`}>
          <SubmitButton variant="link" size="sm" className="-mx-3">
            {t('enrollment')}
            <Unseen>: {course_name}</Unseen>
          </SubmitButton>
        </form>
      )}
    </span>
  )
}

function List({ data }: { data: GridData }) {
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-semibold">{data.title}</h2>
      <GridIsland data={data} />
    </section>
  )
}
