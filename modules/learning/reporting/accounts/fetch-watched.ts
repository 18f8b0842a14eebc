import {
  type Agency,
  agencyName,
  isInformedAgency,
  submissionAgency,
} from '#modules/learning/reporting/agencies/index.ts'
import { urgencyOfReport } from '#modules/learning/reporting/report-states.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'

const maxReports = 200

const states = ['waiting', 'watched', 'accepted', 'rejected'] as const

export const fetchWatched = operation({
  call: 'GET /agency/watched',
  added: true,
  summary: 'Lists the completions at a receiver that another agency informs: those that wait, and those it may refuse',
  may: staff('MANAGE_STUDENTS:READ'),
  takes: z.object({ agency: z.string().max(30) }),
  gives: z.object({
    agency: z.string(),
    agency_name: z.string(),
    /** The agency that informs it and accepts its corrections. */
    informed_by: z.string(),
    waiting: z.int(),
    watched: z.int(),
    rejected: z.int(),
    /** Reports in the last 30 days. */
    accepted: z.int(),
    /** The most urgent first; accepted ones are only counted. */
    reports: z.array(
      z.object({
        completion_report_id: z.int(),
        student_course_id: z.int(),
        student: z.string(),
        course: z.string(),
        state: z.enum(states),
        due_at: z.string(),
        late: z.boolean(),
        /** The agency's refusal, unmodified. */
        message: z.string().nullable(),
      }),
    ),
  }),
  fails: [errors.notFound],
  async run(ctx, { agency }) {
    if (!isInformedAgency(agency)) throw errors.notFound()
    const [counts] = await countStates(ctx, agency)
    const reports = await listOpen(ctx, agency)
    return {
      agency,
      agency_name: agencyName({ agency, state_code: '' }, ctx.locale),
      informed_by: agencyName({ agency: submissionAgency(agency), state_code: '' }, ctx.locale),
      ...counts!,
      reports: reports.map(({ due_at, ...report }) => ({
        ...report,
        due_at: due_at.toISOString(),
        late: report.state === 'rejected' && due_at < ctx.now,
      })),
    }
  },
})

type Counts = Record<(typeof states)[number], number>

const countStates = ({ sql, organization }: Ctx, agency: Agency) => sql<Counts>`
  select (count(*) filter (where state = 'waiting'))::int as waiting,
         (count(*) filter (where state = 'watched'))::int as watched,
         (count(*) filter (where state = 'rejected'))::int as rejected,
         (count(*) filter (where state = 'accepted' and accepted_at > platform.now() - interval '30 days'))::int as accepted
  from learning.v_completion_report
  where agency = ${agency} and organization_id = any(${sql.array(organization.scope)})`

type OpenReport = {
  completion_report_id: number
  student_course_id: number
  student: string
  course: string
  state: 'waiting' | 'watched' | 'rejected'
  due_at: Date
  message: string | null
}

const listOpen = ({ sql, organization }: Ctx, agency: Agency) => sql<OpenReport>`
  select r.completion_report_id, r.student_course_id, trim(p.first_name || ' ' || p.last_name) as student,
         v.name as course, r.state, r.due_at, r.message
  from learning.v_completion_report r
  join learning.student_course c using (student_course_id)
  join catalogue.v_course_version v using (course_version_id)
  join identity.v_person p on p.user_id = c.user_id
  where r.agency = ${agency} and r.state in ('waiting', 'watched', 'rejected')
    and r.organization_id = any(${sql.array(organization.scope)})
  order by ${urgencyOfReport(sql)}, r.due_at, r.completion_report_id
  limit ${maxReports}`
