import type { Ctx } from '../../../platform/ctx.ts'

/**
 * Whether anybody has signed in to an account, as far back as sessions and browsers are kept (90 days at least). Beyond
 * the visited site, to which the account may belong no more.
 */
export async function hasSignedIn({ unscoped: { sql } }: Pick<Ctx, 'unscoped'>, user_id: number): Promise<boolean> {
  const [row] = await sql<{ ever: boolean }>`
    select exists (select from identity.session where user_id = ${user_id})
        or exists (select from identity.device where user_id = ${user_id}) as ever`
  return row!.ever
}
