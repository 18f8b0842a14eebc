import { identityErrors } from '#modules/identity/errors.ts'
import { storefrontCodeRequested } from '#modules/identity/facts.ts'
import { emailAddress } from '#modules/identity/people/person-fields.schema.ts'
import { languageId } from '#modules/identity/people/roles.ts'
import { SignInResponse } from '#modules/identity/sign-in/complete-sign-in.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { optionalText, requiredText, z } from '#platform/schema.ts'
import { localize, texts } from '#platform/texts.ts'
import { claimOrder } from './claim-order.ts'
import { spendCode, tryCode } from './code.sql.ts'
import { findOrder } from './order.sql.ts'
import { isOrderKey, orderKey, storefronts } from './storefronts.ts'

const messages = texts({
  orderId: ['Enter your order number.', 'Escriba el número de su pedido.'],
  sent: [
    "If we find a paid order with this number and email address, we'll send a code to that address. We may not find orders more than 60 days old.",
    'Si encontramos un pedido pagado con este número y correo electrónico, enviaremos un código a esa dirección. Es posible que no encontremos pedidos de hace más de 60 días.',
  ],
})

/** The order number and email address don't prove identity: only the code sent to that address opens the account. */
export const logInByOrder = operation({
  call: 'POST /user/login/shopify-order',
  summary:
    "Sends a code to the email address of an order. With the code, signs in or connects the order to the caller's account",
  may: anyone,
  takes: z.object({
    shopify_order_id: requiredText(messages.orderId, 61),
    email: emailAddress(),
    /** The emailed code; without it, an email is requested. */
    code: optionalText(20),
  }),
  gives: SignInResponse.partial().extend({ codeSent: z.boolean(), data: z.object({ message: z.string() }).optional() }),
  fails: [identityErrors.socialNotOffered, identityErrors.orderCodeWrong, identityErrors.orderAccountExists],
  transaction: { own: 'a wrong code must stay counted' },
  rate: 'sign-in',
  async run(ctx, { shopify_order_id, email, code }) {
    const shop = ctx.use(storefronts).find(({ organization }) => organization === ctx.organization.code)
    if (!shop) throw identityErrors.socialNotOffered()
    const order_key = orderKey(shopify_order_id)
    const input = { provider: shop.provider, order_key, email }
    if (code) return { codeSent: false, ...(await logInByCode(ctx, input, code)) }
    if (!isOrderKey(order_key))
      throw errors.invalid({}, {}, [{ path: 'shopify_order_id', message: localize(ctx.locale, messages.orderId) }])
    await requestCode(ctx, input)
    return { codeSent: true, data: { message: localize(ctx.locale, messages.sent) } }
  },
})

type Typed = { provider: 'shopify'; order_key: string; email: string }

/** The same for every order, known or unknown: everything that differs happens in the job. */
async function requestCode(ctx: Ctx, input: Typed): Promise<void> {
  await ctx.tx(async (inner) => {
    const row = { ...input, organization_id: inner.organization.organization_id, created_at: inner.now }
    const [request] = await inner.sql<{ storefront_request_id: number }>`
      insert into identity.storefront_request ${inner.sql({ ...row, lk_language_id: languageId(inner.locale) })}
      returning storefront_request_id`
    await inner.emit(storefrontCodeRequested, { storefront_request_id: request!.storefront_request_id })
    await inner.audit({ action: 'user.askOrderCode' })
  })
}

async function logInByCode(
  ctx: Ctx,
  { provider, order_key, email }: Typed,
  text: string,
): Promise<Partial<SignInResponse>> {
  const code = text.replaceAll(/[\s-]/g, '')
  const order = await findOrder(ctx, provider, order_key, email)
  if (!order || !(await tryCode(ctx, order, code))) {
    await ctx.audit({ action: 'user.login_failed', after: { method: 'storefront' } })
    throw identityErrors.orderCodeWrong()
  }
  return ctx.tx(async (inner) => {
    if (!(await spendCode(inner, order, code))) throw identityErrors.orderCodeWrong()
    return claimOrder(inner, order)
  })
}
