import { courseActions, courseAuditTypes, otherAction } from '#modules/catalogue/drafts/course-actions.texts.ts'
import { selectWorkingVersion } from '#modules/catalogue/drafts/draft.sql.ts'
import type { Sql } from '#platform/db/sql.ts'
import { sqlPath } from '#platform/db/sql-path.ts'
import { defineGrid, type Grid } from '#platform/grid/grid.ts'
import { rowPath } from '#platform/grid/row-path.ts'
import { scoped, staff } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { courseHistoryTexts as words } from './courses.texts.ts'

const reader = scoped<Record<string, unknown>>(
  staff('MANAGE_COURSES:READ'),
  'of a course within reach',
  async (ctx, { course_id }) => void (await selectWorkingVersion(ctx, { course_id: Number(course_id) })),
)

const Change = z.record(z.string(), z.unknown()).nullable()
/** The kind of an action, by its number in `courseAuditTypes`; unknown ones count as changes. */
const typeSql = (sql: Sql) => sql`
  coalesce((${sql.array(Object.values(courseActions).map(({ type }) => type))}::int[])[array_position(
    ${sql.array(Object.keys(courseActions))}::text[], e.action)], 2)`
const actionOf = (action: string) => courseActions[action as keyof typeof courseActions] ?? otherAction

const list = defineGrid({
  calls: { fetch: 'GET /course/history/fetch', export: 'GET /course/history/export' },
  rows: 'data',
  file: 'CourseHistory.xlsx',
  title: words.title,
  empty: words.empty,
  may: reader,
  of: 'course_id',
  from: (sql, inScope) => sql`
    from platform.v_audit_event e
    left join identity.v_person a on a.user_id = e.actor_user_id
    where e.subject like 'course_id:%' and e.action <> 'course.history.export' and ${inScope(sql`e.organization_id`)}`,
  order: ['-created_at'],
  key: 'audit_id',
  columns: {
    audit_type: { label: words.type, kind: 'status', sql: typeSql, choices: courseAuditTypes, tones: { 4: 'blue' } },
    created_at: { label: words.time, kind: 'instant', precise: true, sql: (sql) => sql`e.at` },
    description: {
      label: words.description,
      kind: 'text',
      // Outline changes are recorded as sentences; other entries are described by their action.
      sql: (sql) => sql`
        coalesce(case when e.action = 'course.outline' then e.after ->> 'description' end, ':' || e.action)`,
      words: (text, locale) => (text.startsWith(':') ? localize(locale, actionOf(text.slice(1)).sentence) : text),
      link: 'link',
    },
    first_name: {
      label: words.firstName,
      kind: 'text',
      nullable: true,
      sql: (sql) => sql`a.first_name`,
      shown: 'hidden',
    },
    last_name: { label: words.lastName, kind: 'text', nullable: true, sql: (sql) => sql`a.last_name`, shown: 'hidden' },
    user: {
      label: words.user,
      kind: 'text',
      nullable: true,
      sql: (sql) => sql`case when a.user_id is null then identity.staff_name(e.actor_user_id, e.organization_id)
                             else nullif(trim(a.first_name || ' ' || a.last_name), '') end`,
      search: true,
    },
    before: {
      label: words.before,
      kind: 'json',
      nullable: true,
      shape: Change,
      sql: (sql) => sql`e.before`,
      shown: 'never',
    },
    after: {
      label: words.after,
      kind: 'json',
      nullable: true,
      shape: Change,
      sql: (sql) => sql`e.after`,
      shown: 'never',
    },
    link: {
      label: words.details,
      kind: 'text',
      sql: (sql) =>
        sqlPath(sql, '/manage/courses/:course_id/history/:audit_id', {
          course_id: sql`split_part(e.subject, ':', 2)`,
          audit_id: sql`e.audit_event_id`,
        }),
      filter: false,
      sort: false,
      shown: 'never',
    },
    organization_id: {
      label: words.organization,
      kind: 'number',
      sql: (sql) => sql`e.organization_id`,
      filter: false,
      shown: 'never',
    },
    audit_id: { label: words.id, kind: 'number', sql: (sql) => sql`e.audit_event_id`, shown: 'hidden' },
    course_id: {
      label: words.course,
      kind: 'number',
      sql: (sql) => sql`split_part(e.subject, ':', 2)::int`,
      equals: (sql, course_id) => sql`e.subject = ${`course_id:${course_id}`}`,
      filter: false,
      shown: 'never',
    },
  },
  links: [
    {
      label: words.details,
      may: 'MANAGE_COURSES:READ',
      opens: rowPath('/manage/courses/:course_id/history/:audit_id', { course_id: '{course_id}', audit_id: '{key}' }),
    },
  ],
})
const [fetch, export_] = list.operations

/** The authors' actions on a course, newest first. */
export const courseHistory: Grid = { ...list, operations: [fetch, { ...export_, added: true }] }
