import { toCents } from '#platform/money.ts'
import { flag, id, optionalText, wording, z } from '#platform/schema.ts'

const dollarsError = wording(['Enter an amount, such as 19.95.', 'Escriba un importe, por ejemplo 19.95.'])

/** Dollars with at most two decimals, as a number or a string; null if omitted. At most a million. */
export const dollars = () =>
  z
    .union([z.number(), z.string().trim().max(20)], { error: dollarsError })
    .nullish()
    .transform((input, ctx) => {
      if (input == null || input === '') return null
      const cents = parseCents(
        String(input)
          .replace(/^\$/, '')
          .replace(/,(?=\d{1,2}$)/, '.'),
      )
      if (cents !== null) return cents / 100
      ctx.addIssue({ code: 'custom', message: dollarsError })
      return z.NEVER
    })

function parseCents(text: string): number | null {
  try {
    const cents = toCents(text)
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
/**
 * The same with an optional request id, for items that can't be charged twice because an open order can't contain them
 * again.
 */
export const optionalOrderMeta = { note: optionalText(500), request_id: z.uuid().nullish(), external_id: externalId() }

/** The order in responses; `intent_id` identifies its payment, and `total` is in dollars. */
export const PlacedOrder = z.object({
  error: z.literal(false),
  order_id: z.int(),
  intent_id: z.string(),
  total: z.number(),
})
