import { loginidIn } from '#modules/identity/test-organizations/test-login.ts'
import type { Ctx } from '#platform/ctx.ts'
import { normalLoginid } from './person.sql.ts'

export type KnownLogin = { user_id: number; organization_id: number; lk_user_role_id: number }

/**
 * The owners of these login ids, by the input id. A login id is unique in the product: about people out of scope, the
 * caller must reveal only that the id is taken.
 */
export async function findLogins(ctx: Ctx, loginids: readonly string[]): Promise<Map<string, KnownLogin>> {
  const { unscoped } = ctx
  const pairs = loginids.map((text) => ({ typed: text, normal: normalLoginid(loginidIn(ctx, text)) }))
  // The keys are built first (`offset 0`): behind a policy only a comparison of plain columns can use an index.
  const rows = await unscoped.sql<KnownLogin & { typed: string }>`
    select input.typed, p.user_id, p.organization_id, p.lk_user_role_id
    from (select typed, lower(normal) as loginid_key
          from unnest(${unscoped.sql.array(pairs.map(({ typed }) => typed))}::text[],
                      ${unscoped.sql.array(pairs.map(({ normal }) => normal))}::text[]) as sent(typed, normal)
          offset 0) input
    join identity.person p on p.loginid_key = input.loginid_key and p.deleted_at is null`
  return new Map(rows.map(({ typed, ...person }) => [typed, person]))
}
