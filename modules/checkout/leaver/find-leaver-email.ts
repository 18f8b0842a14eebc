import type { Cart } from '#modules/checkout/cart/cart.sql.ts'
import { priceCart } from '#modules/checkout/cart/priced-cart.ts'
import { paymentStatus } from '#modules/checkout/lookups.shared.ts'
import { asTenant, localeOf, userStatus } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { formatMoney } from '#platform/money.ts'
import type { Locale } from '#platform/texts.ts'
import { findOffer } from './find-offer.ts'

export type LeaverEmail = {
  user_id: number
  email: string
  first_name: string
  locale: Locale
  organization_id: number
  organization_code: string
  organization_name: string
  /** The secret in the email's links. */
  reference: string
  courses: string[]
  /** The promo code that the organization offers, if the recipient can use it, with the formatted saving. */
  offer: { code: string; saving: string } | null
}

type Row = Omit<LeaverEmail, 'courses' | 'offer' | 'locale'> & Cart & { lk_language_id: number }

/**
 * The content of a reminder about an unpaid cart. Null if it should no longer be sent: the cart was paid, is being paid
 * or is empty, reminders are off, or the person unsubscribed, got one recently or was refunded. Called right before
 * sending. For jobs.
 */
export async function findLeaverEmail(ctx: Ctx, leaver_letter_id: number): Promise<LeaverEmail | null> {
  const row = await findPendingEmail(ctx, leaver_letter_id)
  if (!row) return null
  const { lk_language_id, organization_code: code, organization_name: name, organization_id, user_id, email } = row
  const { first_name, reference } = row
  const tenant = await asTenant(ctx, organization_id)
  const { lines } = await priceCart(tenant, row)
  if (lines.length === 0) return null
  const locale = localeOf(lk_language_id)
  const offer = await findOffer(tenant, lines, { user_id, email })
  return {
    user_id,
    email,
    first_name,
    locale,
    reference,
    organization_id,
    organization_code: code,
    organization_name: name,
    courses: lines.map(({ course_name }) => course_name),
    offer: offer && { code: offer.code, saving: formatMoney(offer.saving_cents, locale) },
  }
}

async function findPendingEmail({ sql }: Ctx, leaver_letter_id: number): Promise<Row | null> {
  const refundedStatuses = [
    paymentStatus.Refunded,
    paymentStatus.PartlyRefunded,
    paymentStatus.Voided,
    paymentStatus.ChargedBack,
  ]
  const [row] = await sql<Row>`
    select l.user_id, p.email, p.first_name, p.lk_language_id, l.organization_id, o.code as organization_code,
           o.name as organization_name, l.reference, c.cart_id, c.intent_id, c.referred_by_user_id
    from checkout.leaver_letter l
    join checkout.leaver_settings s on s.organization_id = l.organization_id and s.email_enabled_ind
    -- A paid cart has a new intent.
    join checkout.cart c on c.cart_id = l.cart_id and c.intent_id = l.intent_id
    join identity.v_person p on p.user_id = l.user_id
    join identity.v_organization o on o.organization_id = l.organization_id
    where l.leaver_letter_id = ${leaver_letter_id} and l.state = 'owed'
      and p.lk_user_status_id = ${userStatus.Active} and p.deleted_at is null and p.email <> ''
      and not exists (select from checkout.payment_attempt a join checkout.customer_order i using (order_id)
                      where i.intent_id = l.intent_id and a.state in ('calling', 'unknown', 'held', 'approved'))
      and not exists (select from checkout.payment r
                      where r.user_id = l.user_id and r.lk_payment_status_id = any(${sql.array(refundedStatuses)}))
      -- Compared by mailbox, because anyone can create further accounts with the same address.
      and not exists (select from identity.v_person account
                      join checkout.leaver_refusal r on r.user_id = account.user_id
                      where lower(account.email) = lower(p.email) and r.organization_id = l.organization_id)
      and not exists (select from identity.v_person account
                      join checkout.leaver_letter other on other.user_id = account.user_id
                      where lower(account.email) = lower(p.email) and account.deleted_at is null and other.state = 'sent'
                        and other.settled_at > platform.now() - interval '7 days')`
  return row ?? null
}
