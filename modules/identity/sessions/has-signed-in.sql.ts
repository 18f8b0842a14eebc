import type { Ctx } from '#platform/ctx.ts'

/**
 * Whether an account was ever used, as far back as sessions and browsers are stored (at least 90 days). Unscoped: the
 * account may no longer belong to the visited site.
 */
export async function hasSignedIn({ unscoped: { sql } }: Pick<Ctx, 'unscoped'>, user_id: number): Promise<boolean> {
  const [row] = await sql<{ ever: boolean }>`
    select exists (select from identity.session where user_id = ${user_id})
        or exists (select from identity.device where user_id = ${user_id}) as ever`
  return row!.ever
}
