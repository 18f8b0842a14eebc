import type { World } from './world.ts'

/** Who agrees to what another member of the staff gives back; has the password of the demo. */
export const bossLogin = 'boss@example.com'
export const promoCode = 'CHAOS'

/** What the demo does not have: a code, a second person of the staff, and a limit from which that one is asked. */
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
