import { loginidIn } from '#modules/identity/test-organizations/test-login.ts'
import type { Ctx } from '#platform/ctx.ts'
import { normalLoginid } from './person.sql.ts'

/** Whether a login id is free in the whole product. */
export async function isFreeLoginid(ctx: Ctx, loginid: string, except = 0): Promise<boolean> {
  // Unscoped: a login id is unique in the product.
  const rows = await ctx.unscoped.sql`
    select from identity.person
    where loginid_key = lower(${normalLoginid(loginidIn(ctx, loginid))}) and deleted_at is null and user_id <> ${except}`
  return rows.length === 0
}

// Two people may share an email address: the result is only a warning, and covers only the visited site.
export async function isUnsharedEmail({ sql, organization }: Ctx, email: string, except = 0): Promise<boolean> {
  const rows = await sql`
    select from identity.person
    where email_key = lower(${email}) and deleted_at is null and user_id <> ${except}
      and organization_id = any(${sql.array(organization.scope)})
    limit 1`
  return rows.length === 0
}
