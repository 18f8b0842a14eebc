import {
  advanceKey,
  eventHistory,
  fetchStudentDetail,
  fetchStudentTiles,
  type Tile,
} from '../../../../modules/backoffice/index.ts'
import Tiles from '../../../../modules/backoffice/tiles/tiles.island.tsx'
import { lk_shipping_type } from '../../../../modules/catalogue/lookups.shared.ts'
import { payments } from '../../../../modules/checkout/index.ts'
import { lk_student_course_status } from '../../../../modules/learning/lookups.shared.ts'
import { dayText } from '../../../../platform/grid/cell.shared.ts'
import GridIsland from '../../../../platform/grid/grid.island.tsx'
import { type GridData, loadGrid } from '../../../../platform/grid/grid-data.ts'
import { submitGrid } from '../../../../platform/grid/row-actions.ts'
import { label } from '../../../../platform/lookups.ts'
import { formatMoney, toCents } from '../../../../platform/money.ts'
import { holds, staff } from '../../../../platform/permissions.ts'
import { LinkButton } from '../../../../platform/ui/button.tsx'
import { Panel } from '../../../../platform/ui/card.tsx'
import { useLocale, useTexts } from '../../../../platform/ui/locale.tsx'
import { LookupBadge } from '../../../../platform/ui/lookup-badge.tsx'
import { PageTitle, TextLink, Unseen } from '../../../../platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '../../../../platform/ui/table.tsx'
import { page } from '../../../../platform/web/page.ts'
import { BackOfficeLayout } from '../../../layouts/backoffice.tsx'
import { studentDetailTexts } from './student-detail.texts.ts'

type Detail = Awaited<ReturnType<typeof fetchStudentDetail.run>>
type Loaded = {
  detail: Detail
  tiles: Tile[]
  payments: GridData | null
  events: GridData
  charges: boolean
  advances: boolean
}

const mostCourses = 100
/** Each list has a part of the address of its own. */
const prefixes = { payments: 'payments.', events: 'events.' } as const

/** What staff see of a student: numbers, courses with their papers, payments. */
export default page({
  address: '/manage/student/:id{[0-9]{1,9}}',
  may: staff('MANAGE_STUDENTS:READ'),
  layout: BackOfficeLayout,
  async load(input): Promise<Loaded> {
    const { ctx, params } = input
    const student_id = Number(params.id)
    const detail = await fetchStudentDetail.run(ctx, { student_id, limit: mostCourses })
    const [{ dashboardTile: tiles }, paid, events] = await Promise.all([
      fetchStudentTiles.run(ctx, { student_id }),
      payments.may.gate(ctx.actor)
        ? loadGrid(payments, input, student_id, { prefix: prefixes.payments, by: 'user_id', shows: ['course_name'] })
        : null,
      loadGrid(eventHistory, input, student_id, { prefix: prefixes.events }),
    ])
    const charges = holds(ctx.actor, 'MANAGE_PAYMENTS:CREATE')
    const advances = holds(ctx.actor, advanceKey)
    return { detail, tiles, payments: paid, events, charges, advances }
  },
  /** Of the two lists only the events have actions. */
  submit: (input) => submitGrid(eventHistory, input, { prefix: prefixes.events }),
  title: ({ detail }) => nameOf(detail),
  view: (loaded) => <Student loaded={loaded} />,
})

const nameOf = ({ data: { student } }: Detail) => `${student.first_name} ${student.last_name}`.trim() || student.loginid

function Student({ loaded }: { loaded: Loaded }) {
  const t = useTexts(studentDetailTexts)
  const { detail, tiles, payments, events, charges, advances } = loaded
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
        {payments && <List data={payments} />}
        <List data={events} />
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

function List({ data }: { data: GridData }) {
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-semibold">{data.title}</h2>
      <GridIsland data={data} />
    </section>
  )
}
