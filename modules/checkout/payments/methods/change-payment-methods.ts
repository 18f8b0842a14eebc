import { checkoutErrors } from '#modules/checkout/errors.ts'
import { refuseCardNumbers } from '#modules/checkout/payments/card-number.ts'
import { cardVault } from '#modules/checkout/payments/gateways/card-vault.ts'
import { CardToken } from '#modules/checkout/payments/payment.schema.ts'
import { money } from '#modules/checkout/rates.ts'
import { cardRefusals } from '#modules/checkout/refusals.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { student } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { countCardAttempt } from './card-try.sql.ts'
import { openCustomer, requireCardOwner, unwrapVaultResult } from './own-cards.ts'
import { PaymentMethods } from './payment-method.schema.ts'
import { methodTexts } from './payment-methods.texts.ts'
import {
  type CardOwner,
  deleteCard,
  listPaymentMethods,
  selectOwnCard,
  setDefaultCard,
  storeCard,
} from './payment-profile.sql.ts'
import { refreshCards } from './refresh-cards.ts'

const Change = z.object({
  /** `refresh` rereads the saved cards after the gateway's own page was used. */
  action: z.enum(['add', 'remove', 'default', 'refresh']),
  creditCard: CardToken.nullish(),
  payment_profile_id: id().nullish(),
  user_id: id().nullish(),
})
type Change = z.output<typeof Change>

export const addRemovePaymentMethod = operation({
  call: 'POST /user/addRemovePaymentMethod',
  summary: "Adds, removes or prefers one of the caller's own saved cards. Card numbers stay with the gateway",
  may: student,
  takes: Change,
  gives: PaymentMethods,
  fails: cardRefusals,
  transaction: { own: 'no transaction waits for the gateway' },
  rate: money,
  async run(ctx, input) {
    const { creditCard, ...fields } = input
    refuseCardNumbers({ ...fields, creditCard: creditCard && { ...creditCard, dataValue: '' } })
    const owner = requireCardOwner(ctx, input.user_id)
    const message = localize(ctx.locale, await operations[input.action](ctx, owner, input))
    return { paymentMethods: await listPaymentMethods(ctx, owner.user_id), message }
  },
})

const operations = {
  async add(ctx: Ctx, owner: CardOwner, { creditCard }: Change) {
    if (!creditCard) throw checkoutErrors.cardMissing()
    await ctx.tx((inner) => countCardAttempt(inner, owner))
    const customer = await openCustomer(ctx, owner)
    const { dataDescriptor: descriptor, dataValue: value } = creditCard
    const vault = ctx.use(cardVault)
    const { gateway_profile_id } = unwrapVaultResult(
      ctx,
      await vault.addCard(customer, { kind: 'opaque', descriptor, value }),
    )
    const { cards } = unwrapVaultResult(ctx, await vault.listCards(customer))
    const card = cards.find((card) => card.gateway_profile_id === gateway_profile_id)
    if (!card) throw checkoutErrors.cardNotSaved()
    await ctx.tx(async (inner) => {
      const payment_profile_id = await storeCard(inner, owner, card)
      await auditChange(inner, owner, 'payment_method.add', payment_profile_id, card.last_4)
    })
    return methodTexts.added
  },
  async remove(ctx: Ctx, owner: CardOwner, { payment_profile_id }: Change) {
    const profile_id = requireId(payment_profile_id)
    const { customer_profile_id, payment_profile_id: gateway_id } = await selectOwnCard(ctx, owner.user_id, profile_id)
    unwrapVaultResult(ctx, await ctx.use(cardVault).removeCard(customer_profile_id, gateway_id))
    await ctx.tx(async (inner) => {
      await deleteCard(inner, owner.user_id, profile_id)
      await auditChange(inner, owner, 'payment_method.remove', profile_id)
    })
    return methodTexts.removed
  },
  async default(ctx: Ctx, owner: CardOwner, { payment_profile_id }: Change) {
    const profile_id = requireId(payment_profile_id)
    await ctx.tx(async (inner) => {
      await selectOwnCard(inner, owner.user_id, profile_id)
      await setDefaultCard(inner, owner.user_id, profile_id)
      await auditChange(inner, owner, 'payment_method.default', profile_id)
    })
    return methodTexts.preferred
  },
  async refresh(ctx: Ctx, owner: CardOwner) {
    await refreshCards(ctx, owner)
    return methodTexts.refreshed
  },
}

function requireId(payment_profile_id: number | null | undefined): number {
  if (!payment_profile_id) throw checkoutErrors.cardUnknown()
  return payment_profile_id
}

function auditChange(ctx: Ctx, { user_id }: CardOwner, action: string, payment_profile_id: number, last_4?: string) {
  const subject = `payment_profile_id:${payment_profile_id}`
  return ctx.audit({ action, subject, subject_user_id: user_id, after: last_4 ? { last_4 } : null })
}
