import { findCart } from '#modules/checkout/cart/cart.sql.ts'
import { guestId, shopperOf } from '#modules/checkout/cart/guest.ts'
import { shopper } from '#modules/checkout/permissions.ts'
import { money } from '#modules/checkout/rates.ts'
import { operation } from '#platform/operation.ts'
import { z } from '#platform/schema.ts'
import { selectLeaverSettings } from './leaver-settings.sql.ts'
import { scheduleReminder } from './visit-checkout.ts'

export const sendLeaverEmail = operation({
  call: 'POST /payment/sendLeaverEmail',
  summary: "Queues one reminder of the caller's own unpaid cart to its student's email address",
  may: shopper,
  takes: z.object({
    // Ignored: the content and the recipient come only from the cart. Otherwise anyone could email anyone.
    item: z.unknown().optional(),
    course_code: z.string().max(200).nullish(),
    guest_id: guestId().nullish(),
  }),
  // The response does not reveal whether an email is sent.
  gives: z.object({}),
  rate: money,
  audit: 'checkout.leaver_asked',
  async run(ctx, { guest_id }) {
    const settings = await selectLeaverSettings(ctx, ctx.organization.organization_id)
    const cart = settings.email_enabled_ind ? await findCart(ctx, shopperOf(ctx, guest_id)) : null
    if (cart) await scheduleReminder(ctx, settings, cart)
    return {}
  },
})
