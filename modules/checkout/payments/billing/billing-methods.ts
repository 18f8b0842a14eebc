import { checkoutErrors } from '#modules/checkout/errors.ts'
import { cardVault } from '#modules/checkout/payments/gateways/card-vault.ts'
import { hostedReturn } from '#modules/checkout/payments/methods/get-profile-page.ts'
import { unwrapVaultResult } from '#modules/checkout/payments/methods/own-cards.ts'
import { money } from '#modules/checkout/rates.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds, type PermissionKey, type PermissionType, type Policy, scoped, staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import {
  deleteMethod,
  findBillingCustomer,
  listBillingMethods,
  lockBilling,
  replaceMethods,
  selectBillingMethod,
  setDefaultMethod,
  storeBillingCustomer,
} from './billing.sql.ts'
import { billingTexts } from './billing.texts.ts'

type OrganizationInput = { organization_id: number }

/** Staff with one of the permissions, for an organization in scope. */
const ofOrganization = (...types: PermissionType[]): Policy<OrganizationInput> =>
  inScope(staff(types.map(permissionOf)))

const inScope = (policy: Policy): Policy<OrganizationInput> =>
  scoped<OrganizationInput>(policy, 'for one of their organizations', async (ctx, input) => {
    if (!ctx.organization.scope.includes(input.organization_id)) throw errors.notFound()
  })

/** The gateway's page also changes and removes methods. */
const gatewayPageTypes = ['CREATE', 'UPDATE', 'DELETE'] as const

const permissionOf = (type: PermissionType): PermissionKey => `MANAGE_PAYMENT_METHODS:${type}`

/** Refreshing only reads the gateway, so anyone who may change methods may refresh them. */
const permissionTypeFor = { default: 'UPDATE', remove: 'DELETE' } as const

const Methods = z.array(
  z.object({
    payment_profile_id: z.int(),
    lk_payment_type_id: z.int(),
    brand: z.string(),
    last_4: z.string(),
    default_ind: z.boolean(),
  }),
)

export const fetchBillingMethods = operation({
  call: 'GET /organization/billing/fetch',
  added: true,
  summary: 'The cards and bank accounts of an organization by brand and last four digits, the default first',
  may: ofOrganization('READ'),
  takes: z.object({ organization_id: id() }),
  gives: z.object({
    paymentMethods: Methods,
    can: z.object({ add: z.boolean(), prefer: z.boolean(), remove: z.boolean() }),
  }),
  async run(ctx, { organization_id }) {
    const can = {
      add: gatewayPageTypes.every((type) => holds(ctx.actor, permissionOf(type))),
      prefer: holds(ctx.actor, permissionOf(permissionTypeFor.default)),
      remove: holds(ctx.actor, permissionOf(permissionTypeFor.remove)),
    }
    return { paymentMethods: await listBillingMethods(ctx, organization_id), can }
  },
})

export const getBillingPage = operation({
  call: 'GET /organization/billing/page',
  added: true,
  summary:
    "A token, valid for 15 minutes, for the gateway's page of an organization's cards and bank accounts. Post it to `url` in a form",
  may: inScope(staff(gatewayPageTypes.map(permissionOf), 'every')),
  takes: z.object({ organization_id: id() }),
  gives: z.object({ token: z.string(), url: z.string() }),
  fails: [checkoutErrors.billingNotSaved],
  audit: ({ organization_id }) => ({
    action: 'organization.billing-page',
    subject: `organization_id:${organization_id}`,
  }),
  changes: true,
  transaction: { own: 'no transaction waits for the gateway' },
  rate: money,
  async run(ctx, { organization_id }) {
    const vault = ctx.use(cardVault)
    const customer = await openBillingCustomer(ctx, organization_id)
    const returnAddress = hostedReturn(
      ctx,
      pathTo('/manage/organization/:id/payments', { id: organization_id }, { query: { back: 1 } }),
    )
    const { token } = unwrapVaultResult(
      ctx,
      await vault.profilePage(customer, { ...returnAddress, banks: true }),
      'billing',
    )
    return { token, url: vault.hosted.profile_url }
  },
})

/** The gateway's id of an organization, created there if missing. */
async function openBillingCustomer(ctx: Ctx, organization_id: number): Promise<string> {
  const existing = await findBillingCustomer(ctx, organization_id)
  if (existing) return existing
  const [row] = await ctx.sql<{ email: string }>`
    select email from identity.v_organization where organization_id = ${organization_id}`
  const owner = { organization_id, email: row?.email ?? '' }
  const { customer_profile_id } = unwrapVaultResult(ctx, await ctx.use(cardVault).createCustomer(owner), 'billing')
  await ctx.tx((inner) => storeBillingCustomer(inner, organization_id, customer_profile_id))
  return customer_profile_id
}

export const changeBillingMethods = operation({
  call: 'PUT /organization/billing',
  added: true,
  summary:
    'Prefers or removes a billing method of an organization; `refresh` reads changes made on the page of the gateway',
  may: ofOrganization('CREATE', 'UPDATE', 'DELETE'),
  takes: z.object({
    organization_id: id(),
    action: z.enum(['refresh', 'default', 'remove']),
    payment_profile_id: id().nullish(),
  }),
  gives: z.object({ paymentMethods: Methods }),
  fails: [checkoutErrors.billingNotSaved, checkoutErrors.billingMethodUnknown],
  transaction: { own: 'no transaction waits for the gateway' },
  rate: money,
  async run(ctx, { organization_id, action, payment_profile_id }) {
    if (action !== 'refresh' && !holds(ctx.actor, permissionOf(permissionTypeFor[action]))) throw errors.forbidden()
    if (action === 'refresh') await refreshMethods(ctx, organization_id)
    else await changeMethod(ctx, organization_id, action, payment_profile_id ?? 0)
    const paymentMethods = await listBillingMethods(ctx, organization_id)
    return { paymentMethods, message: localText(ctx.locale, billingTexts, action) }
  },
})

async function refreshMethods(ctx: Ctx, organization_id: number): Promise<void> {
  const customer = await findBillingCustomer(ctx, organization_id)
  if (!customer) return
  const { methods } = unwrapVaultResult(ctx, await ctx.use(cardVault).listMethods(customer), 'billing')
  await ctx.tx(async (inner) => {
    await lockBilling(inner, organization_id)
    const before = await cardNames(inner, organization_id)
    await replaceMethods(inner, organization_id, methods)
    const after = await cardNames(inner, organization_id)
    // The page is also opened just to look.
    if (before.join() === after.join()) return
    await inner.audit({
      action: 'organization.billing-refresh',
      subject: `organization_id:${organization_id}`,
      before: { methods: before },
      after: { methods: after },
    })
  })
}

const cardNames = async (ctx: Ctx, organization_id: number): Promise<string[]> =>
  (await listBillingMethods(ctx, organization_id)).map(({ brand, last_4 }) => `${brand} ${last_4}`.trim()).toSorted()

const audits = {
  default: { action: 'organization.billing-default' },
  remove: { action: 'organization.billing-remove' },
} as const

async function changeMethod(
  ctx: Ctx,
  organization_id: number,
  action: 'default' | 'remove',
  payment_profile_id: number,
): Promise<void> {
  const method = await selectBillingMethod(ctx, organization_id, payment_profile_id)
  const { customer_profile_id, gateway_profile_id, last_4 } = method
  if (action === 'remove')
    unwrapVaultResult(ctx, await ctx.use(cardVault).removeCard(customer_profile_id, gateway_profile_id), 'billing')
  await ctx.tx(async (inner) => {
    await lockBilling(inner, organization_id)
    const change = action === 'remove' ? deleteMethod : setDefaultMethod
    const changed = await change(inner, organization_id, payment_profile_id)
    // A duplicate of the request was handled first.
    if (!changed) return
    await inner.audit({
      ...audits[action],
      subject: `organization_id:${organization_id}`,
      ...(action === 'remove' ? { before: { last_4 } } : { after: { last_4 } }),
    })
  })
}
