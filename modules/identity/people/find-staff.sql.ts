import type { Ctx } from '#platform/ctx.ts'
import { roleId, userStatus } from './roles.ts'

/** Active staff in the caller's scope by login ids or emails, in lower case; the login id takes precedence. */
export async function findStaffByLogins({ sql }: Ctx, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ name: string; user_id: number }>`
    select input.name, p.user_id
    from unnest(${sql.array(names)}::text[]) input (name)
    join identity.person p on (p.loginid_key = input.name or p.email_key = input.name)
    where p.deleted_at is null and p.lk_user_role_id not in (${roleId.Student}, ${roleId.Auditor}) and p.lk_user_status_id <> ${userStatus.Disabled}
    order by p.loginid_key = input.name, p.user_id desc`
  return new Map(rows.map(({ name, user_id }) => [name, user_id]))
}
