import type { Ctx } from './ctx.ts'
import { errors } from './errors.ts'
import { admin, type PermissionKey, type Policy, scoped, staff } from './permissions.ts'

/** Texts and languages belong to the whole product: its own staff change them, on the operating organization's site. */
export const operator = (key: PermissionKey): Policy => atTop(staff(key))

/** Operations are reserved for that organization's Admins. */
export const operatorAdmin = (key: PermissionKey): Policy =>
  atTop({
    description: `Admin with ${key}`,
    gate: (actor) => admin.gate(actor) && staff(key).gate(actor),
  })

const atTop = (policy: Policy): Policy =>
  scoped(policy, 'of the organization that runs the product, on its site', async (ctx) => {
    if (!runsProduct(ctx)) throw errors.notFound()
  })

/** Whether the visited organization operates the product, and the actor is one of its staff. */
export const runsProduct = ({ actor, organization }: Pick<Ctx, 'actor' | 'organization'>): boolean =>
  organization.runs_product === true && actor.kind === 'user' && actor.organization_id === organization.organization_id
