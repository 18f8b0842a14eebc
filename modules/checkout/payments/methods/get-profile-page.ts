import { checkoutErrors } from '#modules/checkout/errors.ts'
import { cardVault, type HostedReturn } from '#modules/checkout/payments/gateways/card-vault.ts'
import { money } from '#modules/checkout/rates.ts'
import { identityErrors, requireOwnProof } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { student } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { openCustomer, requireCardOwner, unwrapVaultResult } from './own-cards.ts'

/** The URLs on the visited site to which a hosted page returns. */
export const hostedReturn = (
  { request: { origin } }: Ctx,
  returnPath: string,
  cancelPath = returnPath,
): HostedReturn => ({
  return_url: `${origin}${returnPath}`,
  cancel_url: `${origin}${cancelPath}`,
})

export const getAcceptCustomerProfilePage = operation({
  call: 'GET /payment/getAcceptCustomerProfilePage',
  summary: "A token, valid for 15 minutes, for the gateway's page of the caller's cards. Post it to `url` in a form",
  may: student,
  takes: z.object({ user_id: id().nullish() }),
  gives: z.object({ token: z.string(), url: z.string() }),
  fails: [checkoutErrors.cardNotSaved, identityErrors.proofNeeded],
  audit: () => ({ action: 'payment_method.page' }),
  changes: true,
  transaction: { own: 'no transaction waits for the gateway' },
  rate: money,
  async run(ctx, { user_id }) {
    const owner = requireCardOwner(ctx, user_id)
    await requireOwnProof(ctx)
    const vault = ctx.use(cardVault)
    const customer = await openCustomer(ctx, owner)
    const returnUrls = hostedReturn(ctx, pathTo('/settings/cards', { query: { back: 1 } }))
    const { token } = unwrapVaultResult(ctx, await vault.profilePage(customer, returnUrls))
    return { token, url: vault.hosted.profile_url }
  },
})
