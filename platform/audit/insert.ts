import type { AuditEntry, Ctx } from '../ctx.ts'
import type { Fragment, Statement } from '../db/sql.ts'
import { withoutSecrets } from './changes.ts'

type Doer = Pick<Ctx, 'sql' | 'actor' | 'organization' | 'request'>

/** Writes one row of the trail: who did what to whom, from where. It lands with the deed's transaction or not at all. */
export const insertAuditEvent = (ctx: Doer, entry: AuditEntry): Promise<void> => ctx.sql.last(auditInsert(ctx, entry))

/**
 * The statement that writes one row of the trail: within a `with` it lands with a deed that is one statement itself;
 * `condition` is then a `where` that says whether anything was done.
 */
export function auditInsert(ctx: Doer, entry: AuditEntry, condition: Fragment = ctx.sql``): Statement<unknown> {
  const { actor, request, sql } = ctx
  const user = actor.kind === 'user' ? actor : null
  const json = (record: AuditEntry['before']) => (record ? sql.json(withoutSecrets(record)) : null)
  return sql`
    insert into platform.audit_event (organization_id, action, subject, subject_user_id, actor_kind, actor_user_id,
                                      viewed_by, address, user_agent, request_id, before, after)
    select ${ctx.organization.organization_id}, ${entry.action}, ${entry.subject ?? null},
           ${entry.subject_user_id ?? user?.user_id ?? null}, ${actor.kind}, ${user?.user_id ?? null},
           ${user?.viewed_by ?? null}, ${request.address || null}, ${request.agent.slice(0, 300) || null}, ${request.id},
           ${json(entry.before)}, ${json(entry.after)}
    ${condition}`
}
