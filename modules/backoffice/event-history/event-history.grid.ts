import { lk_audit_type } from '#modules/backoffice/lookups.shared.ts'
import { managerOf, roleId, roleOf, selectManaged } from '#modules/identity/index.ts'
import { lk_entity_type } from '#platform/entity-types.ts'
import { errors } from '#platform/errors.ts'
import { defineGrid } from '#platform/grid/grid.ts'
import type { RowAction } from '#platform/grid/row-action.ts'
import { holds, type PermissionKey, type Policy } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { sentenceOf } from './actions.ts'
import { changesText } from './changes.ts'
import {
  actionSql,
  changesSql,
  entityIdSql,
  entityTypeSql,
  fromEvents,
  isOfType,
  lessonSql,
  linkSql,
  nameSql,
  recipientRoleSql,
  resendableSql,
  typeSql,
} from './event-history.sql.ts'
import { historyWords as words } from './event-history.texts.ts'
import { resendEmail } from './resend-email.ts'

const { description, gate } = managerOf('READ')
/** The grid's input is its query; its person is an ordinary record. */
const reader: Policy<Record<string, unknown>> = {
  description,
  gate,
  async scope(ctx, { user_id }) {
    const { lk_user_role_id } = await selectManaged(ctx, Number(user_id), 'READ')
    // Staff acted on students, and Admins on instructors: visible to people who may also read those.
    const below = [
      ...(lk_user_role_id === roleId.Student ? [] : (['MANAGE_STUDENTS:READ'] as const)),
      ...(lk_user_role_id === roleId.Admin ? (['MANAGE_INSTRUCTORS:READ'] as const) : []),
    ]
    if (!below.every((key) => holds(ctx.actor, key))) throw errors.forbidden()
  },
}

const resendAction = (name: string, may: PermissionKey, roles: readonly number[]): RowAction => ({
  name,
  label: words.resend,
  may,
  when: { resendable: [true], recipient_role: roles },
  operation: resendEmail,
  takes_key: 'audit_id',
  chosenOnly: 'an email that is sent again goes to a person: each is looked at',
})

/** GET /user/eventhistory/fetch and /user/exportHistory: events by and about a person, newest first. */
export const eventHistory = defineGrid({
  calls: { fetch: 'GET /user/eventhistory/fetch', export: 'GET /user/exportHistory' },
  cursor: 'afterId',
  rows: 'data',
  file: 'EventLogs.xlsx',
  title: words.title,
  empty: words.empty,
  may: reader,
  of: 'user_id',
  from: fromEvents,
  order: ['-created_at'],
  key: 'audit_id',
  columns: {
    description: { label: words.description, kind: 'text', sql: actionSql, words: sentenceOf, link: 'link' },
    changes: { label: words.changes, kind: 'text', nullable: true, sql: changesSql, words: changesText },
    lesson: { label: words.lesson, kind: 'text', nullable: true, sql: lessonSql, filter: false, sort: false },
    lk_audit_type_id: { label: words.type, kind: 'status', sql: typeSql, equals: isOfType, choices: lk_audit_type },
    created_at: { label: words.time, kind: 'instant', precise: true, sql: (sql) => sql`e.at` },
    organization_name: { label: words.organization, kind: 'text', sql: (sql) => sql`o.name`, search: true },
    actor_name: {
      label: words.actor,
      kind: 'text',
      nullable: true,
      needs: 'actor',
      search: true,
      // A client of a parent organization is named by its id.
      sql: (sql) => sql`case when e.actor_client_id is null then ${nameSql(sql, sql`a`, sql`e.actor_user_id`)}
                          else coalesce(m.name || ' ', '') || '(client ' || e.actor_client_id || ')' end`,
    },
    viewed_by_name: {
      label: words.viewer,
      kind: 'text',
      nullable: true,
      needs: 'viewer',
      search: true,
      sql: (sql) => nameSql(sql, sql`v`, sql`e.viewed_by`),
    },
    linked_entity_type_id: {
      label: words.entityType,
      kind: 'status',
      nullable: true,
      sql: entityTypeSql,
      choices: lk_entity_type,
      shown: 'hidden',
    },
    linked_entity_id: { label: words.entity, kind: 'number', nullable: true, sql: entityIdSql, shown: 'hidden' },
    request_id: {
      label: words.reference,
      kind: 'text',
      nullable: true,
      sql: (sql) => sql`e.request_id`,
      shown: 'hidden',
    },
    audit_id: { label: words.audit_id, kind: 'number', sql: (sql) => sql`e.audit_event_id`, shown: 'hidden' },
    user_id: {
      label: words.actor,
      kind: 'number',
      // Events may have no subject person.
      nullable: true,
      sql: (sql) => sql`e.subject_user_id`,
      // Events by the person, and about them.
      equals: (sql, user_id) => [sql`e.subject_user_id = ${user_id}::int`, sql`e.actor_user_id = ${user_id}::int`],
      filter: false,
      shown: 'never',
    },
    organization_id: {
      label: words.organization,
      kind: 'number',
      sql: (sql) => sql`e.organization_id`,
      shown: 'never',
    },
    link: {
      label: words.entity,
      kind: 'text',
      nullable: true,
      needs: 'person',
      sql: linkSql,
      filter: false,
      sort: false,
      shown: 'never',
    },
    recipient_role: {
      label: words.resend,
      kind: 'number',
      nullable: true,
      sql: recipientRoleSql,
      filter: false,
      sort: false,
      shown: 'never',
    },
    resendable: { label: words.resend, kind: 'flag', sql: resendableSql, filter: false, sort: false, shown: 'never' },
  },
  // The permission depends on the email's recipient.
  actions: [
    resendAction('resend', 'MANAGE_STUDENTS:UPDATE', [roleId.Student]),
    resendAction('resendInstructor', 'MANAGE_INSTRUCTORS:UPDATE', [roleId.Instructor, roleId.Support]),
    resendAction('resendAdministrator', 'MANAGE_ADMIN:UPDATE', [roleId.Admin]),
  ],
  beside: {
    gives: {
      user: z.object({
        user_id: z.int(),
        first_name: z.string(),
        last_name: z.string(),
        email: z.string(),
        loginid: z.string(),
        role: z.string(),
      }),
    },
    async read(ctx, input) {
      const person = await selectManaged(ctx, Number(input.user_id), 'READ')
      return { user: { ...person, role: roleOf(person.lk_user_role_id) } }
    },
  },
})
