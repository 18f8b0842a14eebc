import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../../platform/ctx.ts'
import { orderStatus, shippingType } from '../../../platform/lookups.ts'
import { userOf } from '../../../platform/permissions.ts'
import { listShippingMethods } from '../../catalogue/index.ts'
import { type Person, selectPerson } from '../../identity/index.ts'
import { enrol } from '../../learning/index.ts'
import { checkoutErrors } from '../errors.ts'
import { insertEvidence } from '../orders/order.sql.ts'
import { agreementOf, linesToAgree, requireAge, requireAgreement } from '../orders/requirements.ts'
import type { ProcessPayment } from '../payments/payment.schema.ts'
import { type Key, keyStatus } from './key.sql.ts'
import { findOffer, type Offer } from './offer.sql.ts'

export type Redeemed = { student_course_id: number; course_name: string }

/**
 * Turns a locked key into a course of the student who acts: an order of nothing, and its enrolment. A key that is theirs
 * already gives the same course again. Throws keyInvalid, keyCourseClosed, and what a checkout of the course throws.
 */
export async function bookRedemption(ctx: Ctx, key: Key, agreement: ProcessPayment['agreement']): Promise<Redeemed> {
  const { user_id } = userOf(ctx)
  if (key.redeemed_by === user_id) return selectRedeemed(ctx, key)
  if (key.lk_authorization_key_status_id !== keyStatus.Active) throw checkoutErrors.keyInvalid()
  const offer = await findOffer(ctx, key.course_website_id, [key.organization_id])
  if (!offer) throw checkoutErrors.keyCourseClosed()
  const person = await selectPerson(ctx, user_id)
  requireAge([offer], person.dob, ctx.now.toISOString().slice(0, 10))
  requireTerms(offer, agreement)
  const { order_id, ...line } = await insertOrder(ctx, person, offer)
  const { student_course_id } = await enrol(ctx, {
    ...line,
    user_id,
    organization_id: person.organization_id,
    course_website_id: offer.course_website_id,
    course_version_id: offer.course_version_id,
    paid: true,
  })
  await ctx.sql`
    update checkout.order_item set student_course_id = ${student_course_id} where order_item_id = ${line.order_item_id}`
  await spendKey(ctx, key, user_id, line.order_item_id)
  if (linesToAgree([offer]).length > 0) {
    const order = { order_id, user_id, organization_id: offer.organization_id }
    const { typed = '', opened } = agreement ?? {}
    await insertEvidence(ctx, order, { disclaimers: [offer.disclaimer], typed, opened: Boolean(opened) })
  }
  return { student_course_id, course_name: offer.course_name }
}

/** The refusal carries what there is to agree to, so that it can be shown and the key sent again. */
function requireTerms(offer: Offer, agreement: ProcessPayment['agreement']): void {
  const { type, open } = agreementOf([offer])
  const { course_name, disclaimer } = offer
  requireAgreement([offer], agreement, { terms: { course_name, disclaimer, type, open } })
}

type Line = {
  order_id: number
  order_item_id: number
  lk_shipping_type_id: number | null
  audio_ind: boolean
}

/** The key was paid for elsewhere: its order is of nothing and paid, and the books hold no payment of it. */
async function insertOrder(ctx: Ctx, person: Person, offer: Offer): Promise<Line> {
  const { organization_id, course_website_id, course_version_id, course_name: name } = offer
  const { user_id, first_name, last_name, email, dob } = person
  const nothing = { subtotal_cents: 0, add_on_cents: 0, shipping_cents: 0, discount_cents: 0, total_cents: 0 }
  const buyer = { user_id, first_name, last_name, email, dob }
  const [order] = await ctx.sql<{ order_id: number }>`
    insert into checkout.customer_order ${ctx.sql({
      ...{ organization_id, ...buyer, ...nothing, intent_id: randomUUID() },
      ...{ lk_order_status_id: orderStatus.Paid, paid_at: ctx.now },
    })} returning order_id`
  const { order_id } = order!
  const choice = { lk_shipping_type_id: await freeShipping(ctx, course_version_id), audio_ind: false }
  const [item] = await ctx.sql<{ order_item_id: number }>`
    insert into checkout.order_item ${ctx.sql({
      ...{ order_id, organization_id, course_website_id, course_version_id, name, price_cents: 0 },
      ...choice,
    })} returning order_item_id`
  return { order_id, order_item_id: item!.order_item_id, ...choice }
}

const byMail: readonly number[] = [shippingType.Mail, shippingType.MailOvernight]

/** How the certificate gets to whoever has paid nothing for its way: by e-mail, or whatever else costs nothing. */
async function freeShipping(ctx: Ctx, course_version_id: number): Promise<number | null> {
  const methods = await listShippingMethods(ctx, course_version_id)
  const free = methods.filter(
    ({ enabled, price_cents, lk_shipping_type_id }) =>
      enabled && price_cents === 0 && !byMail.includes(lk_shipping_type_id),
  )
  return free[0]?.lk_shipping_type_id ?? null
}

async function spendKey(ctx: Ctx, key: Key, user_id: number, order_item_id: number): Promise<void> {
  const { authorization_key_id } = key
  await ctx.sql`
    update checkout.authorization_key
    set lk_authorization_key_status_id = ${keyStatus.Redeemed}, redeemed_by = ${user_id}, redeemed_at = platform.now(),
        order_item_id = ${order_item_id}
    where authorization_key_id = ${authorization_key_id}`
  await ctx.audit({
    action: 'key.redeem',
    subject: `authorization_key_id:${authorization_key_id}`,
    subject_user_id: user_id,
    after: { order_item_id },
  })
}

async function selectRedeemed({ sql }: Ctx, { order_item_id }: Key): Promise<Redeemed> {
  const [line] = await sql<Redeemed>`
    select student_course_id, name as course_name from checkout.order_item where order_item_id = ${order_item_id}`
  return line!
}
