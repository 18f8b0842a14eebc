import { z } from '#platform/schema.ts'

/** A saved payment method in responses. */
export const PaymentMethods = z.object({
  paymentMethods: z.array(
    z.object({
      payment_profile_id: z.int(),
      lk_payment_type_id: z.int(),
      brand: z.string(),
      last_4: z.string(),
      default_ind: z.boolean(),
    }),
  ),
})
