import type { World } from './world.ts'

/** The person who approves another staff member's refunds; has the demo's password. */
export const bossLogin = 'boss@example.com'
export const promoCode = 'CHAOS'

/** Adds what the demo lacks: a code, a second staff member, and the limit above which that one must approve. */
export async function prepare({ database }: World, { usage_limit }: { usage_limit: number }): Promise<void> {
  const organization_id = 1
  const promo = { organization_id, code: promoCode, dollar_amount_off_cents: 500, usage_limit }
  await database.read`insert into checkout.promo_code ${database.read(promo)}`
  await database.read`
    insert into identity.person
      (organization_id, lk_user_role_id, loginid, email, first_name, last_name, password_hash)
    select organization_id, lk_user_role_id, ${bossLogin}, ${bossLogin}, 'Bo', 'Boss', password_hash
    from identity.person where loginid = 'admin@example.com' and deleted_at is null`
  const limits = { organization_id, refund_approval_cents: 1_500 }
  await database.read`insert into checkout.checkout_settings ${database.read(limits)}`
}
