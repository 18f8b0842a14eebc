import { listShippingMethods } from '#modules/catalogue/index.ts'
import { lk_shipping_type, shippingType } from '#modules/catalogue/lookups.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { label } from '#platform/lookups.ts'
import { toDollars } from '#platform/money.ts'
import { z } from '#platform/schema.ts'

export const DeliveryMethod = z.object({
  /** Null for a method that the version no longer has. */
  course_shipping_method_id: z.number().nullable(),
  lk_shipping_type_id: z.number(),
  value: z.number(),
  label: z.string(),
  enabled: z.boolean(),
  price: z.union([z.number(), z.literal('FREE')]),
})
type ShownDelivery = z.output<typeof DeliveryMethod>

export type Delivery = {
  /** The delivery method of the certificate; null if the enrollment has none. */
  chosen: ShownDelivery | null
  /**
   * The methods available without a payment: none is more expensive than the purchased one, and paper is offered only
   * if the purchased one is paper.
   */
  choices: ShownDelivery[]
}

const mailedTypes: readonly number[] = [shippingType.Mail, shippingType.MailOvernight]

/** The delivery method of a course's certificate, and the alternatives. */
export async function readDelivery(ctx: Ctx, course: StudentCourse): Promise<Delivery> {
  const { course_version_id, lk_shipping_type_id: chosenTypeId } = course
  const methods = await listShippingMethods(ctx, course_version_id)
  const show = ({ price_cents, ...method }: (typeof methods)[number]): ShownDelivery => ({
    ...method,
    value: method.lk_shipping_type_id,
    label: label(lk_shipping_type, method.lk_shipping_type_id, ctx.locale),
    price: price_cents === 0 ? 'FREE' : toDollars(price_cents),
  })
  const current = methods.find((method) => method.lk_shipping_type_id === chosenTypeId)
  const bought_cents = current?.price_cents ?? 0
  const isMailed = chosenTypeId !== null && mailedTypes.includes(chosenTypeId)
  const choices = methods.filter(
    ({ enabled, price_cents, lk_shipping_type_id }) =>
      enabled && price_cents <= bought_cents && (isMailed || !mailedTypes.includes(lk_shipping_type_id)),
  )
  if (chosenTypeId === null) return { chosen: null, choices: choices.map(show) }
  const unlistedMethod = {
    course_shipping_method_id: null,
    lk_shipping_type_id: chosenTypeId,
    value: chosenTypeId,
    enabled: false,
  }
  const currentView: ShownDelivery = {
    ...unlistedMethod,
    label: label(lk_shipping_type, chosenTypeId, ctx.locale),
    price: 'FREE',
  }
  return { chosen: current ? show(current) : currentView, choices: choices.map(show) }
}
