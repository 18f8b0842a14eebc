import { roleId } from '#modules/identity/index.ts'
import { literal, literalNames } from '#platform/db/literal.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { sqlPath } from '#platform/db/sql-path.ts'
import { entityType } from '#platform/entity-types.ts'
import type { InScope } from '#platform/grid/grid-source.ts'
import { declaredEmails } from '#platform/mail/declare-email.ts'
import { actionsOfType, knownActions, otherType, typedActions } from './actions.ts'

/**
 * Events of the organizations in the caller's scope; `actor` (a) did it, `viewer` (v) did it as them, `person` (p) is
 * the subject.
 */
export function fromEvents(sql: Sql, inScope: InScope, needs: ReadonlySet<string>): Fragment {
  const actor = needs.has('actor')
    ? sql`left join identity.v_person a on a.user_id = e.actor_user_id
          left join identity.v_client m on m.client_id = e.actor_client_id`
    : sql``
  const viewer = needs.has('viewer') ? sql`left join identity.v_person v on v.user_id = e.viewed_by` : sql``
  // The id is computed first (`offset 0`): behind a policy only a comparison of plain columns can use an index.
  const person = needs.has('person')
    ? sql`cross join lateral (select ${entityIdSql(sql)} as entity_id offset 0) about
          left join identity.v_person p on p.user_id = about.entity_id`
    : sql``
  return sql`
    from platform.v_audit_event e
    join identity.v_organization o on o.organization_id = e.organization_id
    ${actor} ${viewer} ${person}
    where ${inScope(sql`e.organization_id`)}`
}

/** The action for `sentenceOf`, followed by an email's name. */
export const actionSql = (sql: Sql): Fragment =>
  sql`(e.action || case when e.action = 'mail.sent' then ':' || coalesce(e.after ->> 'letter', '') else '' end)`

/** The type of an event by its action: a key of `lk_audit_type`. */
export const typeSql = (sql: Sql): Fragment => sql`
  coalesce((${typedActions.map(({ type }) => type)}::int[])[array_position(${knownActions}::text[], e.action)], ${otherType}::int)`

/** The events of a type. A history is long, so actions are compared instead of computing each event's type. */
export const isOfType = (sql: Sql, type: string | number | boolean): Fragment =>
  type === otherType
    ? sql`(e.action <> all(${literalNames(
        sql,
        typedActions.filter((input) => input.type !== otherType).map(({ action }) => action),
      )}))`
    : sql`(e.action = any(${literalNames(sql, actionsOfType(Number(type)))}))`

/**
 * The name of the person in the row `alias`; for a person out of scope, who has no row, the name of the staff member of
 * a parent organization with the id `user_id`.
 */
export const nameSql = (sql: Sql, alias: Fragment, user_id: Fragment): Fragment => sql`
  case when ${alias}.user_id is null then identity.staff_name(${user_id}, e.organization_id)
       else nullif(trim(${alias}.first_name || ' ' || ${alias}.last_name), '') end`

// `subject` is the record, such as `student_course:17`; records without an entity type have no link.
const kindSql = (sql: Sql): Fragment => sql`
  case replace(lower(split_part(e.subject, ':', 1)), '_', '')
    when 'userid' then ${literal(sql, entityType.Person)} when 'courseid' then ${literal(sql, entityType.Course)}
    when 'websiteid' then ${literal(sql, entityType.Website)}
    when 'organizationid' then ${literal(sql, entityType.Organization)}
    when 'studentcourseid' then ${literal(sql, entityType.StudentCourse)}
    when 'studentcourse' then ${literal(sql, entityType.StudentCourse)}
    when 'orderid' then ${literal(sql, entityType.Order)}
  end`

/** The lk_entity_type of an event's subject, or null. */
export const entityTypeSql = (sql: Sql): Fragment =>
  sql`(case when e.subject ~ '^[A-Za-z_]+:[0-9]{1,9}$' then ${kindSql(sql)} end)`

export const entityIdSql = (sql: Sql): Fragment =>
  sql`(case when ${entityTypeSql(sql)} is not null then split_part(e.subject, ':', 2)::int end)`

/** The lesson or quiz of an event, or null. */
export const lessonSql = (sql: Sql): Fragment => sql`
  (select k.name
   from learning.v_student_course c join catalogue.v_component k using (course_version_id)
   where ${entityTypeSql(sql)} = ${literal(sql, entityType.StudentCourse)} and c.student_course_id = ${entityIdSql(sql)}
     and k.component_id = (e.after ->> 'component_id')::int)`

/** `/manage/students/17`: the page of what an event is about, by the name of its entity type. */
export function linkSql(sql: Sql): Fragment {
  const id = entityIdSql(sql)
  return sql`
  (case ${entityTypeSql(sql)}
     when ${literal(sql, entityType.Person)} then case when p.user_id is not null then
       case when p.lk_user_role_id = ${literal(sql, roleId.Student)}
            then ${sqlPath(sql, '/manage/students/:user_id', { user_id: id })}
            else ${sqlPath(sql, '/manage/persons/:id', { id })} end end
     when ${literal(sql, entityType.Course)} then ${sqlPath(sql, '/manage/courses/:course_id', { course_id: id })}
     when ${literal(sql, entityType.Website)} then ${sqlPath(sql, '/manage/websites/:id', { id })}
     when ${literal(sql, entityType.Organization)} then ${sqlPath(sql, '/manage/organizations/:id', { id })}
     when ${literal(sql, entityType.StudentCourse)} then ${sqlPath(sql, '/manage/studentcourses/:id', { id })}
     when ${literal(sql, entityType.Order)} then ${sqlPath(sql, '/manage/orders/:id', { id })}
   end)`
}

/**
 * Changes to a person or one of their courses, for `changesText`: [[name, before, after]]. The event is also in its
 * actor's history: there it is shown if the actor's role is no lower, because people who may read the actor may then
 * read the person.
 */
export const changesSql = (sql: Sql): Fragment => sql`
  (case when e.action <> 'mail.sent' and (${entityTypeSql(sql)} = ${literal(sql, entityType.StudentCourse)}
              or (${entityTypeSql(sql)} = ${literal(sql, entityType.Person)} and ${entityIdSql(sql)} = e.subject_user_id))
         and (e.actor_user_id is null or e.actor_user_id = e.subject_user_id or exists (
           select from identity.v_person s left join identity.v_person d on d.user_id = e.actor_user_id
           where s.user_id = e.subject_user_id
             and (s.lk_user_role_id = ${roleId.Student} or d.user_id is null or d.lk_user_role_id = ${roleId.Admin}
                  or d.lk_user_role_id = s.lk_user_role_id))) then
     (select jsonb_agg(jsonb_build_array(k.name, ${shortSql(sql, sql`e.before`)}, ${shortSql(sql, sql`e.after`)})
                       order by k.name)::text
      from (select jsonb_object_keys(${objectSql(sql, sql`e.before`)}) union
            select jsonb_object_keys(${objectSql(sql, sql`e.after`)})) k (name)
      where ${objectSql(sql, sql`e.before`)} -> k.name is distinct from ${objectSql(sql, sql`e.after`)} -> k.name)
   end)`

const objectSql = (sql: Sql, value: Fragment): Fragment =>
  sql`(case when jsonb_typeof(${value}) = 'object' then ${value} else '{}'::jsonb end)`

const shortSql = (sql: Sql, value: Fragment): Fragment => sql`left(${objectSql(sql, value)} ->> k.name, 120)`

/** The lk_user_role_id of an email's recipient. */
export const recipientRoleSql = (sql: Sql): Fragment => sql`
  (case when e.action = 'mail.sent' then
    (select r.lk_user_role_id from identity.v_person r where r.user_id = e.subject_user_id) end)`

export function resendableSql(sql: Sql): Fragment {
  const names = declaredEmails().flatMap(({ name, again }) => (again ? [name] : []))
  return sql`(e.action = 'mail.sent' and e.subject_user_id is not null and e.after ->> 'letter' = any(${names}::text[]))`
}
