import type { Ctx } from '#platform/ctx.ts'
import type { LinkedProvider } from './provider-names.ts'

/** The methods with which a person can start signing in. */
export type SignInMethods = { password: boolean; passkeys: number; providers: LinkedProvider[] }

/** The person's sign-in methods, locked until the transaction ends, so that no other request removes one. */
export async function lockSignInMethods({ sql }: Pick<Ctx, 'sql'>, user_id: number): Promise<SignInMethods> {
  // A separate statement: one that both waits and reads would read the state from before the wait.
  await sql`select from identity.person where user_id = ${user_id} for update`
  const [methods] = await sql<SignInMethods>`
    select (select coalesce(array_agg(a.provider), '{}') from identity.social_account a where a.user_id = p.user_id)
             as providers,
           (select count(*)::int from identity.passkey k where k.user_id = p.user_id) as passkeys,
           p.password_hash is not null as password
    from identity.person p where p.user_id = ${user_id}`
  return methods ?? { password: false, passkeys: 0, providers: [] }
}

/** The number of sign-in methods. */
export const countSignInMethods = ({ password, passkeys, providers }: SignInMethods): number =>
  Number(password) + passkeys + providers.length
