import { checkoutErrors } from '#modules/checkout/errors.ts'
import { findOfferOfKey, type Offer } from '#modules/checkout/orders/offer.sql.ts'
import { insertEvidence } from '#modules/checkout/orders/order.sql.ts'
import type { Terms } from '#modules/checkout/orders/order-requirements.ts'
import {
  agreementOf,
  linesToAgree,
  needsAge,
  requireAgreement,
  requireDateOfBirth,
  requireEligibleBuyer,
} from '#modules/checkout/orders/requirements.ts'
import { insertZeroTotalOrder } from '#modules/checkout/orders/zero-total-order.ts'
import { confirmDateOfBirth, isSamePerson, type Person, selectPerson } from '#modules/identity/index.ts'
import { enroll } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { userOf } from '#platform/permissions.ts'
import { type Key, keyStatus } from './key.sql.ts'

export type RedeemedCourse = { student_course_id: number; course_name: string }

/**
 * Redeems a locked key for the acting student by a zero-total order and an enrollment. Returns the same course if they
 * already redeemed it. Throws keyInvalid, ownKey, keyCourseClosed, and the errors of a checkout of the course.
 */
export async function bookRedemption(ctx: Ctx, key: Key, terms: Terms): Promise<RedeemedCourse> {
  const { user_id } = userOf(ctx)
  if (key.redeemed_by === user_id) return selectRedeemedCourse(ctx, key)
  if (key.lk_authorization_key_status_id !== keyStatus.Active) throw checkoutErrors.keyInvalid()
  const creator = await selectCreator(ctx, key)
  // Prevents creators of keys from enrolling themselves for free.
  if (creator.user_id !== null && (await isSamePerson(ctx, creator.user_id, user_id))) throw checkoutErrors.ownKey()
  const offer = await findOfferOfKey(ctx, key)
  if (!offer) throw checkoutErrors.keyCourseClosed()
  const person = await selectPerson(ctx, user_id)
  const dob = await requireAcceptedTerms(ctx, offer, person, terms)
  if (dob) await confirmDateOfBirth(ctx, user_id, dob)
  const buyer = { ...person, dob: dob ?? person.dob }
  const fee = { admin_fee_cents: creator.root_ind ? 0 : offer.admin_fee_cents }
  const { order_id, ...line } = await insertZeroTotalOrder(ctx, buyer, offer, fee)
  const { student_course_id } = await enroll(ctx, {
    ...line,
    user_id,
    organization_id: person.organization_id,
    course_website_id: offer.course_website_id,
    course_version_id: offer.course_version_id,
    paid: true,
  })
  await ctx.sql`
    update checkout.order_item set student_course_id = ${student_course_id} where order_item_id = ${line.order_item_id}`
  await markRedeemed(ctx, key, user_id, line.order_item_id)
  if (linesToAgree([offer]).length > 0) {
    const order = { order_id, user_id, organization_id: offer.organization_id }
    const { typed = '', opened } = terms.agreement ?? {}
    await insertEvidence(ctx, order, { disclaimers: [offer.disclaimer], typed, opened: Boolean(opened) })
  }
  return { student_course_id, course_name: offer.course_name }
}

/**
 * `user_id` is null for a client. `root_ind`: belongs to the root organization, which owes no admin fee for its keys.
 */
type Creator = { user_id: number | null; root_ind: boolean | null }

/** Unscoped: the creator may belong to an organization above the student's. */
async function selectCreator({ unscoped: { sql } }: Ctx, { authorization_key_id }: Key): Promise<Creator> {
  const [creator] = await sql<Creator>`
    select b.created_by as user_id, o.parent_organization_id is null as root_ind
    from checkout.authorization_key k
    join checkout.authorization_key_batch b using (authorization_key_batch_id)
    left join identity.v_person p on p.user_id = b.created_by
    left join identity.v_client c on c.client_id = b.created_by_client
    left join identity.v_organization o on o.organization_id = coalesce(p.organization_id, c.organization_id)
    where k.authorization_key_id = ${authorization_key_id}`
  return creator!
}

/**
 * Returns the date of birth of an eligible person, null if none is required. A refusal contains the agreement texts and
 * whether a date of birth is required (`needs_dob`), so that the client can show both and resend the key.
 */
async function requireAcceptedTerms(ctx: Ctx, offer: Offer, person: Person, terms: Terms): Promise<string | null> {
  const ageNeeded = needsAge([offer]) && !person.dob ? { needs_dob: true } : {}
  const dob = await requireDateOfBirth(ctx, [offer], person, terms, ageNeeded)
  await requireEligibleBuyer(ctx, [offer], { user_id: person.user_id, dob: dob ?? person.dob }, ageNeeded)
  const { type, open } = agreementOf([offer])
  const { course_name, disclaimer } = offer
  const refusal_data = { ...ageNeeded, terms: { course_name, disclaimer, type, open } }
  requireAgreement([offer], terms.agreement, ctx.locale, refusal_data)
  return dob
}

async function markRedeemed(ctx: Ctx, key: Key, user_id: number, order_item_id: number): Promise<void> {
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

async function selectRedeemedCourse({ sql }: Ctx, { order_item_id }: Key): Promise<RedeemedCourse> {
  const [line] = await sql<RedeemedCourse>`
    select student_course_id, name as course_name from checkout.order_item where order_item_id = ${order_item_id}`
  return line!
}
