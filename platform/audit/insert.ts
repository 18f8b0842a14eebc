import type { AuditEntry, Ctx } from '#platform/ctx.ts'
import { withoutSecrets } from './changes.ts'

type AuditContext = Pick<Ctx, 'sql' | 'actor' | 'organization' | 'request'>

/** The columns of an audit row: actor, action, subject and origin. */
function auditRow({ actor, organization, request }: Omit<AuditContext, 'sql'>, entry: AuditEntry) {
  const user = actor.kind === 'user' ? actor : null
  return {
    organization_id: organization.organization_id,
    action: entry.action,
    subject: entry.subject ?? null,
    subject_user_id: entry.subject_user_id ?? user?.user_id ?? null,
    actor_kind: actor.kind,
    actor_user_id: user?.user_id ?? null,
    actor_client_id: actor.kind === 'client' ? actor.client_id : null,
    viewed_by: user?.viewed_by ?? null,
    address: request.address || null,
    user_agent: request.agent.slice(0, 300) || null,
    request_id: request.id,
  }
}

/** Writes one audit row in the operation's transaction. */
export async function insertAuditEvent(ctx: AuditContext, entry: AuditEntry): Promise<void> {
  const { sql } = ctx
  const json = (record: AuditEntry['before']) => (record ? sql.json(withoutSecrets(record)) : null)
  const row = { ...auditRow(ctx, entry), before: json(entry.before), after: json(entry.after) }
  await sql.last(sql`insert into platform.audit_event ${sql(row)}`)
}
