import { toCents } from '#platform/money.ts'
import { flag, id, optionalText, wording, z } from '#platform/schema.ts'

const notDollars = wording(['Enter an amount, such as 19.95.', 'Escriba un importe, por ejemplo 19.95.'])

/** Dollars with at most two decimals, as a number or as typed; null if omitted. At most a million. */
export const dollars = () =>
  z
    .union([z.number(), z.string().trim().max(20)], { error: notDollars })
    .nullish()
    .transform((input, ctx) => {
      if (input == null || input === '') return null
      const cents = centsOf(
        String(input)
          .replace(/^\$/, '')
          .replace(/,(?=\d{1,2}$)/, '.'),
      )
      if (cents !== null) return cents / 100
      ctx.addIssue({ code: 'custom', message: notDollars })
      return z.NEVER
    })

function centsOf(typed: string): number | null {
  try {
    const cents = toCents(typed)
    return cents >= 0 && cents <= 100_000_000 ? cents : null
  } catch {
    return null
  }
}

const optionalId = () => z.union([id(), z.literal('').transform(() => null)]).nullish()

/** A course on a website, paid by the student or by the organization. */
export const course = {
  course_website_id: id(),
  price: dollars(),
  lk_shipping_type_id: optionalId(),
  audio_ind: flag().nullish(),
}

/** A partner's own id of the order, unique in the organization that sells. */
const externalId = () => z.string().trim().min(1).max(100).nullish()

/** A note for the student, and the id that makes the request idempotent. */
export const orderMeta = { note: optionalText(500), request_id: z.uuid(), external_id: externalId() }
/** The same for items that can't be duplicated anyway, because something in an open order can't be charged again. */
export const optionalOrderMeta = { note: optionalText(500), request_id: z.uuid().nullish(), external_id: externalId() }

/** The order in responses; `intent_id` pays it, `total` in dollars. */
export const PlacedOrder = z.object({
  error: z.literal(false),
  order_id: z.int(),
  intent_id: z.string(),
  total: z.number(),
})
