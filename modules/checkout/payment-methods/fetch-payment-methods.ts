import { operation } from '../../../platform/operation.ts'
import { signedIn } from '../../../platform/permissions.ts'
import { id, z } from '../../../platform/schema.ts'

/** Cards are not kept yet, so there are none; `user_id` is not looked at. */
export const fetchPaymentMethods = operation({
  call: 'GET /payment/fetchPaymentMethodsByCurrentUser',
  summary: "The caller's saved payment methods",
  may: signedIn,
  takes: z.object({ user_id: id().nullish() }),
  gives: z.object({ paymentMethods: z.array(z.object({ payment_profile_id: z.string(), last_4: z.string() })) }),
  run: async () => ({ paymentMethods: [] }),
})
