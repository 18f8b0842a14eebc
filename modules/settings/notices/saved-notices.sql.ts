import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { z } from '#platform/schema.ts'

/** A notice as shown to staff who manage it, including planned and ended ones. */
export const SavedNotice = z.object({
  system_notice_id: z.int(),
  lk_system_notice_type_id: z.int(),
  message: z.unknown(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  /** To be sent back with a change; 409 if another change came first. */
  version: z.int(),
  state: z.enum(['planned', 'shown', 'ended']),
})
export type SavedNotice = z.output<typeof SavedNotice>

/** The maximum number of notices per organization. */
export const maxNotices = 200

const noticeColumns = (sql: Ctx['sql']) => sql`
  system_notice_id, lk_system_notice_type_id, message, version,
  to_jsonb(starts_at) #>> '{}' as starts_at, to_jsonb(ends_at) #>> '{}' as ends_at,
  case when starts_at > platform.now() then 'planned' when ends_at <= platform.now() then 'ended' else 'shown' end as state`

/** The visited organization's own notices, newest first. */
export const listSavedNotices = async ({ sql, organization }: Ctx): Promise<SavedNotice[]> => sql<SavedNotice>`
  select ${noticeColumns(sql)} from settings.system_notice
  where organization_id = ${organization.organization_id}
  order by system_notice_id desc limit ${maxNotices}`

/** Selects a notice of the visited organization. Throws notFound. */
export async function selectSavedNotice({ sql, organization }: Ctx, system_notice_id: number): Promise<SavedNotice> {
  const [row] = await sql<SavedNotice>`
    select ${noticeColumns(sql)} from settings.system_notice
    where system_notice_id = ${system_notice_id} and organization_id = ${organization.organization_id}`
  if (!row) throw errors.notFound()
  return row
}
