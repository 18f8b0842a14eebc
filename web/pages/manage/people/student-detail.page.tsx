import { advanceKey, fetchStudentDetail, fetchStudentTiles, type Tile } from '../../../../modules/backoffice/index.ts'
import Tiles from '../../../../modules/backoffice/tiles/tiles.island.tsx'
import { lk_shipping_type } from '../../../../modules/catalogue/lookups.shared.ts'
import { fetchPaymentsByStudent } from '../../../../modules/checkout/index.ts'
import { lk_payment_status } from '../../../../modules/checkout/lookups.shared.ts'
import { lk_student_course_status } from '../../../../modules/learning/lookups.shared.ts'
import { dayText } from '../../../../platform/grid/cell.shared.ts'
import { label } from '../../../../platform/lookups.ts'
import { formatMoney, toCents } from '../../../../platform/money.ts'
import { holds, staff } from '../../../../platform/permissions.ts'
import { LinkButton } from '../../../../platform/ui/button.tsx'
import { Panel } from '../../../../platform/ui/card.tsx'
import { useLocale, useTexts } from '../../../../platform/ui/locale.tsx'
import { LookupBadge } from '../../../../platform/ui/lookup-badge.tsx'
import { PageTitle, TextLink } from '../../../../platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '../../../../platform/ui/table.tsx'
import { page } from '../../../../platform/web/page.ts'
import { BackOfficeLayout } from '../../../layouts/backoffice.tsx'
import { studentDetailTexts } from './student-detail.texts.ts'

type Detail = Awaited<ReturnType<typeof fetchStudentDetail.run>>
type Payments = Awaited<ReturnType<typeof fetchPaymentsByStudent.run>>['payments']
type Loaded = {
  detail: Detail
  tiles: Tile[]
  payments: Payments | null
  charges: boolean
  refunds: boolean
  advances: boolean
}

const mostCourses = 100

/** What staff see of a student: numbers, courses with their papers, payments. */
export default page({
  address: '/manage/student/:id{[0-9]{1,9}}',
  may: staff('MANAGE_STUDENTS:READ'),
  layout: BackOfficeLayout,
  async load({ ctx, params }): Promise<Loaded> {
    const student_id = Number(params.id)
    const detail = await fetchStudentDetail.run(ctx, { student_id, limit: mostCourses })
    const [{ dashboardTile: tiles }, paid] = await Promise.all([
      fetchStudentTiles.run(ctx, { student_id }),
      holds(ctx.actor, 'MANAGE_PAYMENTS:READ') ? fetchPaymentsByStudent.run(ctx, { user_id: student_id }) : null,
    ])
    const charges = holds(ctx.actor, 'MANAGE_PAYMENTS:CREATE')
    const refunds = holds(ctx.actor, 'MANAGE_PAYMENTS:UPDATE')
    const advances = holds(ctx.actor, advanceKey)
    return { detail, tiles, payments: paid?.payments ?? null, charges, refunds, advances }
  },
  title: ({ detail }) => nameOf(detail),
  view: (loaded) => <Student loaded={loaded} />,
})

const nameOf = ({ data: { student } }: Detail) => `${student.first_name} ${student.last_name}`.trim() || student.loginid

function Student({ loaded }: { loaded: Loaded }) {
  const t = useTexts(studentDetailTexts)
  const { detail, tiles, payments, charges, refunds, advances } = loaded
  const { user_id, organization_name } = detail.data.student
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href="/manage/students" alone>
          ‹ {t('students')}
        </TextLink>
      </p>
      <PageTitle
        lead={organization_name}
        actions={
          <>
            <LinkButton href={`/manage/student/${user_id}/account`}>{t('account')}</LinkButton>
            {charges && (
              <LinkButton href={`/manage/charge/${user_id}`} variant="outline">
                {t('charge')}
              </LinkButton>
            )}
            {advances && (
              <LinkButton href={`/manage/student/${user_id}/advance`} variant="outline">
                {t('advance')}
              </LinkButton>
            )}
            <LinkButton href={`/manage/event-history/user/${user_id}`} variant="outline">
              {t('history')}
            </LinkButton>
          </>
        }
      >
        {nameOf(detail)}
      </PageTitle>
      <div className="grid gap-6">
        <Tiles application_path="studentdetail" first={tiles} types={[]} subject={{ student_id: user_id }} />
        <Courses detail={detail} />
        {payments && <PaymentList payments={payments} refunds={refunds} />}
      </div>
    </>
  )
}

function Courses({ detail: { data, count } }: { detail: Detail }) {
  const t = useTexts(studentDetailTexts)
  const locale = useLocale()
  const { courses, student } = data
  const papers = (student_course_id: number) => `student_course_id=${student_course_id}&student_id=${student.user_id}`
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
              <TableHead> </TableHead>
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
                <TableCell className="figures">{course.certificate_number ?? '—'}</TableCell>
                <TableCell numeric>
                  {course.amount_paid === null ? '—' : formatMoney(toCents(course.amount_paid), locale)}
                </TableCell>
                <TableCell className="figures">{course.invoice_id ?? '—'}</TableCell>
                <TableCell>{label(lk_shipping_type, course.lk_shipping_type_id, locale) || '—'}</TableCell>
                <TableCell>{course.registered_at ? dayText(course.registered_at.slice(0, 10), locale) : '—'}</TableCell>
                <TableCell>
                  <span className="flex gap-3">
                    {course.agreed_ind && (
                      <TextLink
                        href={`/api/student/downloadProofOfDisclaimerAgreement?${papers(course.student_course_id)}`}
                      >
                        {t('proof')}
                      </TextLink>
                    )}
                    <TextLink href={`/api/report/downloadStudentFootprintTX?${papers(course.student_course_id)}`}>
                      {t('footprint')}
                    </TextLink>
                  </span>
                </TableCell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  )
}

function PaymentList({ payments, refunds }: { payments: Payments; refunds: boolean }) {
  const t = useTexts(studentDetailTexts)
  const locale = useLocale()
  /** Neither refunded nor voided whole: those offer no more. */
  const open = ({ total, lk_payment_status_id }: Payments[number]) =>
    refunds && total > 0 && ![3, 7, 8].includes(lk_payment_status_id)
  return (
    <Panel title={t('payments')}>
      {payments.length === 0 && <p className="text-muted-foreground">{t('noPayments')}</p>}
      {payments.length > 0 && (
        <Table label={t('payments')}>
          <thead>
            <tr>
              <TableHead>{t('date')}</TableHead>
              <TableHead>{t('course')}</TableHead>
              <TableHead numeric>{t('total')}</TableHead>
              <TableHead numeric>{t('refunded')}</TableHead>
              <TableHead>{t('status')}</TableHead>
              <TableHead> </TableHead>
            </tr>
          </thead>
          <tbody>
            {payments.map((payment) => (
              <tr key={payment.payment_id}>
                <TableCell>{dayText(payment.created_at.slice(0, 10), locale)}</TableCell>
                <TableCell>{payment.course_name ?? '—'}</TableCell>
                <TableCell numeric>{formatMoney(toCents(payment.total), locale)}</TableCell>
                <TableCell numeric>{formatMoney(toCents(payment.refund_amount), locale)}</TableCell>
                <TableCell>
                  <LookupBadge lookup={lk_payment_status} id={payment.lk_payment_status_id} />
                </TableCell>
                <TableCell>
                  <span className="flex gap-3">
                    <TextLink href={`/checkout/success/${payment.transaction_id}`}>{t('receipt')}</TextLink>
                    {open(payment) && (
                      <TextLink href={`/manage/payments/${payment.payment_id}/refund`}>{t('refund')}</TextLink>
                    )}
                  </span>
                </TableCell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  )
}
