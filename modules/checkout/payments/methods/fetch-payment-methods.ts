import { operation } from '#platform/operation.ts'
import { signedIn } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { requireCardOwner } from './own-cards.ts'
import { PaymentMethods } from './payment-method.schema.ts'
import { listPaymentMethods } from './payment-profile.sql.ts'

export const fetchPaymentMethods = operation({
  call: 'GET /payment/fetchPaymentMethodsByCurrentUser',
  summary: "The caller's own saved payment methods, the default first",
  may: signedIn,
  takes: z.object({ user_id: id().nullish() }),
  gives: PaymentMethods,
  run: async (ctx, { user_id }) => ({
    paymentMethods: await listPaymentMethods(ctx, requireCardOwner(ctx, user_id).user_id),
  }),
})
