import { z } from 'zod'
import { formCookie } from '#modules/identity/sessions/form-cookie.ts'

/** The order and email address that a visitor entered before the code. */
export const orderCookie = formCookie(
  'waypost-order',
  z.object({ shopify_order_id: z.string().max(61), email: z.string().max(254) }),
)
