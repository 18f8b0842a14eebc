import { completeStatuses, reviewStatuses, runningReviewsSql, status } from '#modules/learning/index.ts'
import { status as ticketStatus } from '#modules/support/tickets/status-rules.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment } from '#platform/db/sql.ts'
import { pathTo } from '#platform/path-to.ts'
import type { PermissionKey } from '#platform/permissions.ts'
import { type CountedRows, rowCountSql } from '#platform/row-count.ts'
import type { Text } from '#platform/texts.ts'
import { tileWords } from './tiles.texts.ts'

/** The kind of record, for tiles on the page of one record. */
export type Subject = { organization_id?: number | undefined; student_id?: number | undefined }

export type TileType = {
  lk_user_tile_type_id: number
  api_endpoint: string
  icon: string
  icon_color: 'blue' | 'green' | 'orange' | 'red' | 'purple'
  may: PermissionKey
  /** The pages that offer the tile. */
  paths: readonly string[]
  meta: Text
  /** Recent growth is shown with a plus. */
  grows?: true
  link?: string
  /** Who may follow the link, if not everyone who sees the tile. */
  linkFor?: PermissionKey
  /**
   * A statement that returns the number as `n`. Nothing is scanned for a whole school: the database counts rows as they
   * change.
   */
  count: (ctx: Ctx, subject: Subject) => Fragment
}

const allPlaces = ['students', 'home'] as const
const withCourses = [...allPlaces, 'courses'] as const
const countAll =
  (...rows: CountedRows[]): TileType['count'] =>
  ({ sql, organization }) =>
    rowCountSql(sql, organization.scope, rows)
/** From the last seven days, to the hour. */
const countRecent =
  (rows: CountedRows): TileType['count'] =>
  ({ sql, organization }) =>
    rowCountSql(sql, organization.scope, [rows], sql`date_trunc('hour', platform.now() - interval '7 days')`)
const coursesIn = (...statuses: number[]) => countAll(...statuses.map((id) => `courses in ${id}` as const))

/** Waiting courses, and those in progress with an answer or a document that waits. */
export const countReviewsSql: TileType['count'] = (ctx, subject) => {
  const { sql, organization } = ctx
  return sql`
    select (whole.n + running.n)::int as n
    from (${coursesIn(...reviewStatuses)(ctx, subject)}) whole, (${runningReviewsSql(sql, organization.scope)}) running`
}

export const tileTypes: readonly TileType[] = [
  {
    lk_user_tile_type_id: 1,
    api_endpoint: 'students',
    icon: 'students',
    icon_color: 'blue',
    may: 'MANAGE_STUDENTS:READ',
    paths: allPlaces,
    meta: tileWords.all,
    link: pathTo('/manage/students'),
    count: countAll('students'),
  },
  {
    lk_user_tile_type_id: 2,
    api_endpoint: 'enrollments',
    icon: 'book',
    icon_color: 'purple',
    may: 'MANAGE_STUDENTS:READ',
    paths: withCourses,
    meta: tileWords.week,
    grows: true,
    link: pathTo('/manage/reports', {
      query: { report: 'enrollments', period: '30-days-with-today', preview: 1 },
    }),
    linkFor: 'MANAGE_REPORTS:READ',
    count: countRecent('enrollments'),
  },
  {
    lk_user_tile_type_id: 3,
    api_endpoint: 'sales',
    icon: 'payments',
    icon_color: 'green',
    may: 'MANAGE_PAYMENTS:READ',
    paths: allPlaces,
    meta: tileWords.week,
    grows: true,
    link: pathTo('/manage/payments'),
    count: countRecent('sales'),
  },
  {
    lk_user_tile_type_id: 4,
    api_endpoint: 'certificates',
    icon: 'certificate',
    icon_color: 'purple',
    may: 'MANAGE_CERTIFICATES:READ',
    paths: withCourses,
    meta: tileWords.week,
    grows: true,
    link: pathTo('/manage/certificates/issued'),
    count: countRecent('certificates'),
  },
  {
    lk_user_tile_type_id: 5,
    api_endpoint: 'submissions',
    icon: 'submissions',
    icon_color: 'orange',
    may: 'MANAGE_COURSES:READ',
    paths: withCourses,
    meta: tileWords.waiting,
    link: pathTo('/manage/submissions'),
    count: countReviewsSql,
  },
  {
    lk_user_tile_type_id: 6,
    api_endpoint: 'tickets',
    icon: 'support',
    icon_color: 'orange',
    may: 'MANAGE_SUPPORT:READ',
    paths: allPlaces,
    meta: tileWords.waiting,
    link: pathTo('/support', { query: { lk_issue_status_id: ticketStatus.awaiting } }),
    count: countAll('tickets'),
  },
  {
    lk_user_tile_type_id: 7,
    api_endpoint: 'needs_attention',
    icon: 'alert',
    icon_color: 'red',
    may: 'MANAGE_STUDENTS:READ',
    paths: allPlaces,
    meta: tileWords.all,
    link: pathTo('/manage/students', { query: { course_status: `exact:${status.needsAttention}` } }),
    count: coursesIn(status.needsAttention),
  },
  {
    lk_user_tile_type_id: 8,
    api_endpoint: 'completion_errors',
    icon: 'reports',
    icon_color: 'red',
    may: 'MANAGE_STUDENTS:READ',
    paths: withCourses,
    meta: tileWords.waiting,
    link: pathTo('/manage/completion-reports'),
    count: coursesIn(status.completionError, status.completionErrorFlhsmv),
  },
  {
    lk_user_tile_type_id: 9,
    api_endpoint: 'organization_courses',
    icon: 'book',
    icon_color: 'blue',
    may: 'MANAGE_ORGANIZATION:READ',
    paths: ['organizationdetail'],
    meta: tileWords.ofOrganization,
    count: ({ sql }, { organization_id = 0 }) => sql`
      select count(*)::int as n from (select distinct s.course_id from catalogue.v_place_of_sale s
            where s.organization_id = ${organization_id} and s.offered_ind) c`,
  },
  {
    lk_user_tile_type_id: 10,
    api_endpoint: 'organization_websites',
    icon: 'globe',
    icon_color: 'green',
    may: 'MANAGE_ORGANIZATION:READ',
    paths: ['organizationdetail'],
    meta: tileWords.ofOrganization,
    count: ({ sql }, { organization_id = 0 }) => sql`
      select count(*)::int as n from catalogue.v_website w where w.organization_id = ${organization_id}`,
  },
  {
    lk_user_tile_type_id: 11,
    api_endpoint: 'organization_suborganizations',
    icon: 'organizations',
    icon_color: 'purple',
    may: 'MANAGE_ORGANIZATION:READ',
    paths: ['organizationdetail'],
    meta: tileWords.ofOrganization,
    count: ({ sql }, { organization_id = 0 }) => sql`
      select count(*)::int as n from identity.v_organization o where o.parent_organization_id = ${organization_id} and o.deleted_at is null`,
  },
  {
    lk_user_tile_type_id: 9,
    api_endpoint: 'student_courses',
    icon: 'book',
    icon_color: 'blue',
    may: 'MANAGE_STUDENTS:READ',
    paths: ['studentdetail'],
    meta: tileWords.ofStudent,
    count: ({ sql }, { student_id = 0 }) => sql`
      select count(*)::int as n from learning.v_student_course c where c.user_id = ${student_id}`,
  },
  {
    lk_user_tile_type_id: 12,
    api_endpoint: 'student_completed',
    icon: 'check',
    icon_color: 'green',
    may: 'MANAGE_STUDENTS:READ',
    paths: ['studentdetail'],
    meta: tileWords.ofStudent,
    count: ({ sql }, { student_id = 0 }) => sql`
      select count(*)::int as n from learning.v_student_course c
      where c.user_id = ${student_id} and c.lk_student_course_status_id = any(${[...completeStatuses]}::int[])`,
  },
  {
    lk_user_tile_type_id: 4,
    api_endpoint: 'student_certificates',
    icon: 'certificate',
    icon_color: 'purple',
    may: 'MANAGE_STUDENTS:READ',
    paths: ['studentdetail'],
    meta: tileWords.ofStudent,
    count: ({ sql }, { student_id = 0 }) => sql`
      select count(*)::int as n from learning.v_student_certificate c where c.user_id = ${student_id} and c.deleted_at is null`,
  },
]

/** The normalized name of a page: `/students` and `students` are the same. */
export const pathOf = (application_path: string): string => application_path.replace(/^\/+/, '')

/** The tile types that a page may show. */
export const tileTypesOf = (application_path: string): TileType[] =>
  tileTypes.filter(({ paths }) => paths.includes(pathOf(application_path)))
