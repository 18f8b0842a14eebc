import type { Ctx } from '../../../platform/ctx.ts'
import type { Fragment } from '../../../platform/db/sql.ts'
import { join } from '../../../platform/grid/filters.ts'
import { literal } from '../../../platform/grid/literal.ts'
import type { PermissionKey } from '../../../platform/permissions.ts'
import type { Text } from '../../../platform/texts.ts'
import { completeStatuses, status } from '../../learning/index.ts'
import { status as ticketStatus } from '../../support/tickets/status-rules.shared.ts'
import { tileWords } from './tiles.texts.ts'

/** The record that a tile is about, on the page of one record. */
export type Subject = { organization_id?: number | undefined; student_id?: number | undefined }

export type TileType = {
  lk_user_tile_type_id: number
  api_endpoint: string
  icon: string
  icon_color: 'blue' | 'green' | 'orange' | 'red' | 'purple'
  may: PermissionKey
  /** The pages that offer it. */
  paths: readonly string[]
  meta: Text
  /** What grew lately is shown with a plus. */
  grows?: true
  link?: string
  /** The rows that are counted. */
  rows: (ctx: Ctx, subject: Subject) => Fragment
}

/** Nothing is counted beyond: a tile costs the same however large a school is. */
export const countedTo = 10_000

const everywhere = ['students', 'home'] as const
const scopeOf = ({ sql, organization }: Ctx) => sql.array(organization.scope)
const lately = ({ sql }: Ctx) => sql`platform.now() - interval '7 days'`

/** The statuses are in the text: the index of courses that wait for staff holds these alone, and a plan must see it. */
const coursesIn = (ctx: Ctx, statuses: readonly number[]) => ctx.sql`
  from learning.v_student_course c
  where c.organization_id = any(${scopeOf(ctx)})
    and c.lk_student_course_status_id in (${join(
      ctx.sql,
      statuses.map((status) => literal(ctx.sql, status)),
      ',',
    )})`

export const tileTypes: readonly TileType[] = [
  {
    lk_user_tile_type_id: 1,
    api_endpoint: 'students',
    icon: 'students',
    icon_color: 'blue',
    may: 'MANAGE_STUDENTS:READ',
    paths: everywhere,
    meta: tileWords.all,
    link: '/manage/students',
    rows: (ctx) => ctx.sql`
      from identity.v_person p
      where p.organization_id = any(${scopeOf(ctx)}) and p.lk_user_role_id = 3 and p.deleted_at is null`,
  },
  {
    lk_user_tile_type_id: 2,
    api_endpoint: 'enrollments',
    icon: 'book',
    icon_color: 'purple',
    may: 'MANAGE_STUDENTS:READ',
    paths: everywhere,
    meta: tileWords.week,
    grows: true,
    rows: (ctx) => ctx.sql`
      from learning.v_student_course c
      where c.organization_id = any(${scopeOf(ctx)}) and c.created_at > ${lately(ctx)}`,
  },
  {
    lk_user_tile_type_id: 3,
    api_endpoint: 'sales',
    icon: 'payments',
    icon_color: 'green',
    may: 'MANAGE_PAYMENTS:READ',
    paths: everywhere,
    meta: tileWords.week,
    grows: true,
    link: '/manage/payments',
    rows: (ctx) => ctx.sql`
      from checkout.v_payment p
      where p.organization_id = any(${scopeOf(ctx)}) and p.created_at > ${lately(ctx)}`,
  },
  {
    lk_user_tile_type_id: 4,
    api_endpoint: 'certificates',
    icon: 'certificate',
    icon_color: 'purple',
    may: 'MANAGE_CERTIFICATES:READ',
    paths: everywhere,
    meta: tileWords.week,
    grows: true,
    link: '/manage/certificates/issued',
    rows: (ctx) => ctx.sql`
      from learning.v_student_certificate c
      where c.organization_id = any(${scopeOf(ctx)}) and c.issued_at > ${lately(ctx)} and c.deleted_at is null`,
  },
  {
    lk_user_tile_type_id: 5,
    api_endpoint: 'submissions',
    icon: 'submissions',
    icon_color: 'orange',
    may: 'MANAGE_COURSES:READ',
    paths: everywhere,
    meta: tileWords.waiting,
    link: '/manage/submissions',
    rows: (ctx) => coursesIn(ctx, [status.inReview, status.grading, status.fixed]),
  },
  {
    lk_user_tile_type_id: 6,
    api_endpoint: 'tickets',
    icon: 'support',
    icon_color: 'orange',
    may: 'MANAGE_SUPPORT:READ',
    paths: everywhere,
    meta: tileWords.waiting,
    link: `/support?lk_issue_status_id=${ticketStatus.awaiting}`,
    // The status is in the text for the same reason as above.
    rows: (ctx) => ctx.sql`
      from support.v_ticket t
      where t.organization_id = any(${scopeOf(ctx)})
        and t.lk_issue_status_id = ${literal(ctx.sql, ticketStatus.awaiting)}`,
  },
  {
    lk_user_tile_type_id: 7,
    api_endpoint: 'needs_attention',
    icon: 'alert',
    icon_color: 'red',
    may: 'MANAGE_STUDENTS:READ',
    paths: everywhere,
    meta: tileWords.all,
    link: `/manage/students?course_status=exact:${status.needsAttention}`,
    rows: (ctx) => coursesIn(ctx, [status.needsAttention]),
  },
  {
    lk_user_tile_type_id: 8,
    api_endpoint: 'completion_errors',
    icon: 'reports',
    icon_color: 'red',
    may: 'MANAGE_STUDENTS:READ',
    paths: everywhere,
    meta: tileWords.waiting,
    link: '/manage/completion-reports',
    rows: (ctx) => coursesIn(ctx, [status.completionError, status.completionErrorFlhsmv]),
  },
  {
    lk_user_tile_type_id: 9,
    api_endpoint: 'organization_courses',
    icon: 'book',
    icon_color: 'blue',
    may: 'MANAGE_ORGANIZATION:READ',
    paths: ['organizationdetail'],
    meta: tileWords.ofOrganization,
    rows: ({ sql }, { organization_id = 0 }) => sql`
      from (select distinct s.course_id from catalogue.v_place_of_sale s
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
    rows: ({ sql }, { organization_id = 0 }) => sql`
      from catalogue.v_website w where w.organization_id = ${organization_id}`,
  },
  {
    lk_user_tile_type_id: 11,
    api_endpoint: 'organization_suborganizations',
    icon: 'organizations',
    icon_color: 'purple',
    may: 'MANAGE_ORGANIZATION:READ',
    paths: ['organizationdetail'],
    meta: tileWords.ofOrganization,
    rows: ({ sql }, { organization_id = 0 }) => sql`
      from identity.v_organization o where o.parent_organization_id = ${organization_id} and o.deleted_at is null`,
  },
  {
    lk_user_tile_type_id: 9,
    api_endpoint: 'student_courses',
    icon: 'book',
    icon_color: 'blue',
    may: 'MANAGE_STUDENTS:READ',
    paths: ['studentdetail'],
    meta: tileWords.ofStudent,
    rows: ({ sql }, { student_id = 0 }) => sql`from learning.v_student_course c where c.user_id = ${student_id}`,
  },
  {
    lk_user_tile_type_id: 12,
    api_endpoint: 'student_completed',
    icon: 'check',
    icon_color: 'green',
    may: 'MANAGE_STUDENTS:READ',
    paths: ['studentdetail'],
    meta: tileWords.ofStudent,
    rows: ({ sql }, { student_id = 0 }) => sql`
      from learning.v_student_course c
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
    rows: ({ sql }, { student_id = 0 }) => sql`
      from learning.v_student_certificate c where c.user_id = ${student_id} and c.deleted_at is null`,
  },
]

/** A page's own name: `/students` and `students` are one. */
export const pathOf = (application_path: string): string => application_path.replace(/^\/+/, '')

export const typesOn = (application_path: string): TileType[] =>
  tileTypes.filter(({ paths }) => paths.includes(pathOf(application_path)))
