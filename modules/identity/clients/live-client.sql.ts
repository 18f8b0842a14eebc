import { organizationStatus } from '#modules/identity/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment } from '#platform/db/sql.ts'

/**
 * Client `c` could sign in now: it and its organization are live, as `resolve-client.sql.ts` requires. Needs a context
 * that no organization limits.
 */
export const isLiveClient = ({ sql }: Pick<Ctx, 'sql'>): Fragment => sql`
  c.ended_at is null and (c.ends_at is null or c.ends_at > platform.now())
  and exists (select from identity.organization o
              where o.organization_id = c.organization_id
                and o.lk_organization_status_id = ${organizationStatus.Active} and o.deleted_at is null)`
