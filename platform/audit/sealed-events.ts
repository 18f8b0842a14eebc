import type { Ctx } from '#platform/ctx.ts'
import { canonicalSql } from './canonical.ts'
import type { ExportedEvent } from './export-manifest.ts'

type Wanted = { user_ids: readonly number[]; subjects: readonly string[]; limit: number }

/** The events about these people and records in the caller's organizations, each as it is sealed; the seal of a new one is null. */
export const listSealedEvents = ({ sql, organization }: Ctx, { user_ids, subjects, limit }: Wanted) =>
  sql<ExportedEvent>`
    select ${canonicalSql(sql)} as canonical, s.position::int as position,
           encode(s.previous_hash, 'hex') as previous_hash, encode(s.hash, 'hex') as hash
    from platform.audit_event e
    left join platform.audit_seal s on s.audit_event_id = e.audit_event_id
    where e.organization_id = any(${sql.array(organization.scope)})
      and e.subject_user_id = any(${sql.array([...user_ids])}::int[])
      and e.subject = any(${sql.array([...subjects])}::text[])
    order by e.audit_event_id
    limit ${limit}`
