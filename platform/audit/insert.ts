import type { AuditEntry, Ctx } from '../ctx.ts'
import { withoutSecrets } from './changes.ts'

/** Writes one row of the trail: who did what to whom, from where. It lands with the deed's transaction or not at all. */
export async function insertAuditEvent(
  ctx: Pick<Ctx, 'sql' | 'actor' | 'organization' | 'request'>,
  entry: AuditEntry,
): Promise<void> {
  const { actor, request, sql } = ctx
  const user = actor.kind === 'user' ? actor : null
  const json = (record: AuditEntry['before']) => (record ? sql.json(withoutSecrets(record)) : null)
  await sql.last(sql`
    insert into platform.audit_event ${sql({
      organization_id: ctx.organization.organization_id,
      action: entry.action,
      subject: entry.subject ?? null,
      subject_user_id: entry.subject_user_id ?? user?.user_id ?? null,
      actor_kind: actor.kind,
      actor_user_id: user?.user_id ?? null,
      viewed_by: user?.viewed_by ?? null,
      address: request.address || null,
      user_agent: request.agent.slice(0, 300) || null,
      request_id: request.id,
      before: json(entry.before),
      after: json(entry.after),
    })}`)
}
