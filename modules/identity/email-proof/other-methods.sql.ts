import type { Ctx } from '#platform/ctx.ts'

/** Whether an account has sign-in methods other than its password, or links to other accounts. */
export async function hasOtherSignInMethods({ unscoped }: Pick<Ctx, 'unscoped'>, user_id: number): Promise<boolean> {
  // Unscoped: the person may belong to a parent organization.
  const [row] = await unscoped.sql<{ some: boolean }>`
    select exists (select from identity.social_account where user_id = ${user_id})
        or exists (select from identity.passkey where user_id = ${user_id})
        or exists (select from identity.totp where user_id = ${user_id} and confirmed_at is not null)
        or exists (select from identity.linked_account
                   where (user_id = ${user_id} or related_user_id = ${user_id}) and ended_at is null) as some`
  return row!.some
}
