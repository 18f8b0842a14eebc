import type { Ctx } from '#platform/ctx.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { errors } from '#platform/errors.ts'
import { eventIdOf, eventName } from '#platform/events/event-answer.schema.ts'
import { findEventPosition, findNewestEvent } from '#platform/events/read-events.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { count, day, flag, id, queryList, z } from '#platform/schema.ts'
import { addDays, startOfDay } from '#platform/zone.ts'

const instant = z.iso.datetime().nullable()

const Enrollment = z.object({
  student_course_id: z.int(),
  /** The partner's own ids of the enrollment and of its student. */
  external_id: z.string().nullable(),
  external_person_id: z.string().nullable(),
  organization_id: z.int(),
  user_id: z.int(),
  course_id: z.int(),
  course_name: z.string(),
  course_website_id: z.int(),
  lk_student_course_status_id: z.int(),
  lk_student_course_status_reason_id: z.int().nullable(),
  created_at: z.iso.datetime(),
  registered_at: instant,
  started_at: instant,
  completed_at: instant,
  passed_at: instant,
  expires_at: instant,
  /** Set by the organization: a group, and the last day to finish. */
  group: z.string().nullable(),
  due_on: z.iso.date().nullable(),
  /** The due date has passed, and the student must still act. */
  late: z.boolean(),
})
type Enrollment = z.output<typeof Enrollment>

type Row = Omit<Enrollment, `${string}_at`> & {
  created_at: Date
  registered_at: Date | null
  started_at: Date | null
  completed_at: Date | null
  passed_at: Date | null
  expires_at: Date | null
}

const defaultLimit = 100
const maxLimit = 500

export const listEnrollments = operation({
  call: 'GET /enrollments',
  added: true,
  summary: 'Lists enrollments, one row each, in the order of their ids; or those that changed since an event',
  may: staff('MANAGE_STUDENTS:READ'),
  takes: z.object({
    /** The `next_id` of the last page. */
    after_id: id().optional(),
    /** The `next_change` of an earlier response: returns only enrollments that changed since. */
    changed_after: z
      .string()
      .regex(/^evt_[0-9a-f]{32}$/)
      .optional(),
    external_id: queryList(z.string().min(1).max(100), 100).optional(),
    external_person_id: queryList(z.string().min(1).max(100), 100).optional(),
    course_id: id().optional(),
    lk_student_course_status_id: queryList(id(), 30).optional(),
    group: queryList(z.string().trim().min(1).max(100), 30).optional(),
    /** A range of due dates; both days are included. */
    due_from: day().optional(),
    due_to: day().optional(),
    /** The days of the organization on which it was passed; both are included. */
    passed_from: day().optional(),
    passed_to: day().optional(),
    late: flag().optional(),
    limit: count(1, maxLimit).default(defaultLimit),
  }),
  gives: z.object({
    enrollments: z.array(Enrollment),
    /** For `after_id`; null on the last page, and with `changed_after`. */
    next_id: z.int().nullable(),
    /**
     * For `changed_after`: the position of the newest change included in this response. Null if nothing has ever
     * changed.
     */
    next_change: z.string().nullable(),
    has_more: z.boolean(),
  }),
  fails: [errors.notFound],
  clients: 'listEnrollments',
  async run(ctx, { changed_after, limit, ...filters }) {
    if (changed_after !== undefined) return listChanged(ctx, eventIdOf(changed_after), filters, limit)
    // Read before the rows, so that a change during the read is reported again.
    const newestEvent = await findNewestEvent(ctx)
    const next_change = newestEvent && eventName(newestEvent.event_id)
    const rows = await selectEnrollments(ctx, filters, null, limit + 1)
    const page = rows.slice(0, limit)
    const has_more = rows.length > limit
    return {
      enrollments: page.map(toEnrollment),
      next_id: has_more ? page.at(-1)!.student_course_id : null,
      next_change,
      has_more,
    }
  },
})

type Filters = {
  after_id?: number | undefined
  external_id?: string[] | undefined
  external_person_id?: string[] | undefined
  course_id?: number | undefined
  lk_student_course_status_id?: number[] | undefined
  group?: string[] | undefined
  due_from?: string | undefined
  due_to?: string | undefined
  passed_from?: string | undefined
  passed_to?: string | undefined
  late?: boolean | undefined
}

const toEnrollment = (row: Row): Enrollment => ({
  ...row,
  created_at: row.created_at.toISOString(),
  registered_at: row.registered_at?.toISOString() ?? null,
  started_at: row.started_at?.toISOString() ?? null,
  completed_at: row.completed_at?.toISOString() ?? null,
  passed_at: row.passed_at?.toISOString() ?? null,
  expires_at: row.expires_at?.toISOString() ?? null,
})

type Ids = readonly number[]

/** The enrollments in scope, limited to these ids if given. */
async function selectEnrollments(ctx: Ctx, filters: Filters, limit_ids: Ids | null, limit: number): Promise<Row[]> {
  const [enrollment_ids, person_ids] = await Promise.all([
    findByExternalIds(ctx, filters.external_id),
    findPeopleByExternalIds(ctx, filters.external_person_id),
  ])
  const ids =
    limit_ids && enrollment_ids ? limit_ids.filter((id) => enrollment_ids.includes(id)) : (limit_ids ?? enrollment_ids)
  if (ids?.length === 0 || person_ids?.length === 0) return []
  return selectPage(ctx, filters, { ids, user_ids: person_ids, limit })
}

/**
 * The organization comes first in the key of these ids, so they are looked up before the enrollments. Null without
 * ids.
 */
async function findByExternalIds({ sql, organization }: Ctx, external_ids: string[] | undefined): Promise<Ids | null> {
  if (!external_ids?.length) return null
  const rows = await sql<{ student_course_id: number }>`
    select student_course_id from learning.external_enrollment
    where organization_id = any(${sql.array(organization.scope)}) and external_id = any(${sql.array(external_ids)}::text[])`
  return rows.map(({ student_course_id }) => student_course_id)
}

async function findPeopleByExternalIds(ctx: Ctx, external_ids: string[] | undefined): Promise<Ids | null> {
  const { sql, organization } = ctx
  if (!external_ids?.length) return null
  const rows = await sql<{ user_id: number }>`
    select user_id from identity.v_external_person
    where organization_id = any(${sql.array(organization.scope)}) and external_id = any(${sql.array(external_ids)}::text[])`
  return rows.map(({ user_id }) => user_id)
}

type Page = { ids: Ids | null; user_ids: Ids | null; limit: number }

/**
 * Reads each organization by its own index, so that a page of a small one does not scan the enrollments of the others.
 */
const selectPage = ({ sql, organization }: Ctx, filters: Filters, { ids, user_ids, limit }: Page) => {
  const { after_id = 0, course_id = null, passed_from, passed_to } = filters
  const { time_zone } = organization
  const statuses = filters.lk_student_course_status_id
  return sql<Row>`
    select c.student_course_id, e.external_id, p.external_id as external_person_id, c.organization_id, c.user_id,
           v.course_id, v.name as course_name, c.course_website_id, c.lk_student_course_status_id,
           c.lk_student_course_status_reason_id, c.created_at, c.registered_at, c.started_at, c.completed_at,
           c.passed_at, c.expires_at, a.group_name as "group", a.due_on::text as due_on, coalesce(a.late, false) as late
    from unnest(${sql.array(organization.scope)}::int[]) o (organization_id)
    cross join lateral (
      select sc.* from learning.student_course sc
      where sc.organization_id = o.organization_id and sc.student_course_id > ${after_id}
        ${ids ? sql`and sc.student_course_id = any(${sql.array([...ids])}::int[])` : sql``}
        ${user_ids ? sql`and sc.user_id = any(${sql.array([...user_ids])}::int[])` : sql``}
        ${
          course_id === null
            ? sql``
            : sql`and sc.course_version_id in
                    (select w.course_version_id from catalogue.v_course_version w where w.course_id = ${course_id})`
        }
        ${assignedSql(sql, filters)}
        ${passed_from === undefined ? sql`` : sql`and sc.passed_at >= ${startOfDay(time_zone, passed_from)}`}
        ${passed_to === undefined ? sql`` : sql`and sc.passed_at < ${startOfDay(time_zone, addDays(passed_to, 1))}`}
        ${statuses?.length ? sql`and sc.lk_student_course_status_id = any(${sql.array(statuses)}::int[])` : sql``}
      order by sc.student_course_id limit ${limit}) c
    join catalogue.v_course_version v using (course_version_id)
    left join learning.external_enrollment e on e.student_course_id = c.student_course_id
    left join identity.v_external_person p on p.user_id = c.user_id
    left join learning.v_course_assignment a on a.student_course_id = c.student_course_id
    order by c.student_course_id limit ${limit}`
}

/** The filters by group and due date. */
function assignedSql(sql: Sql, { group, due_from, due_to, late }: Filters): Fragment {
  const assignmentFilters = sql`
    ${group?.length ? sql`and a.group_name = any(${sql.array(group)}::text[])` : sql``}
    ${due_from === undefined ? sql`` : sql`and a.due_on >= ${due_from}::date`}
    ${due_to === undefined ? sql`` : sql`and a.due_on <= ${due_to}::date`}`
  const assignedCourses = (conditions: Fragment) => sql`
    (select a.student_course_id from learning.v_course_assignment a where a.organization_id = o.organization_id ${conditions})`
  const hasAssignmentFilter = group?.length || due_from !== undefined || due_to !== undefined
  return sql`
    ${hasAssignmentFilter ? sql`and sc.student_course_id in ${assignedCourses(assignmentFilters)}` : sql``}
    ${late === true ? sql`and sc.student_course_id in ${assignedCourses(sql`and a.late`)}` : sql``}
    ${late === false ? sql`and sc.student_course_id not in ${assignedCourses(sql`and a.late`)}` : sql``}`
}

type Change = { event_id: string; student_course_id: number }

/**
 * Every status change of an enrollment is one of its events, so event positions serve as positions of changes too.
 */
async function listChanged(ctx: Ctx, event_id: string, filters: Filters, limit: number) {
  const { sql, organization } = ctx
  // Read before the changes, so that a later change belongs to the next call.
  const newestEvent = await findNewestEvent(ctx)
  const position = await findEventPosition(ctx, event_id)
  if (position === null || newestEvent === null) throw errors.notFound()
  const changes = await sql<Change>`
    select e.event_id, substr(e.subject, 16)::int as student_course_id
    from unnest(${sql.array(organization.scope)}::int[]) o (organization_id)
    cross join lateral (
      select * from platform.v_event v
      where v.organization_id = o.organization_id and v.position > ${position} and v.position <= ${newestEvent.position}
        and v.subject like 'student_course:%'
      order by v.position limit ${limit + 1}) e
    order by e.position limit ${limit + 1}`
  const page = changes.slice(0, limit)
  const has_more = changes.length > limit
  const ids = [...new Set(page.map(({ student_course_id }) => student_course_id))]
  const rows = ids.length > 0 ? await selectEnrollments(ctx, filters, ids, limit) : []
  const next = has_more ? page.at(-1)!.event_id : newestEvent.event_id
  return { enrollments: rows.map(toEnrollment), next_id: null, next_change: eventName(next), has_more }
}
