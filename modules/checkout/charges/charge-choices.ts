import { listOfferTerms, type OfferTerms } from '#modules/catalogue/index.ts'
import type { Person } from '#modules/identity/index.ts'
import { type LapsedEnrollments, listLapsedEnrollments } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { listOpenOrders, type OpenOrder } from './open-order.sql.ts'
import { listSellersFor, selectPayer } from './payer.ts'

/** The items that staff can charge a student for, and the student's open orders. */
export type ChargeChoices = {
  person: Pick<Person, 'user_id' | 'first_name' | 'last_name' | 'email'>
  courses: OfferTerms[]
  /** The selling organizations that are invoiced. */
  invoicedSellers: number[]
  lapsedEnrollments: LapsedEnrollments
  openOrders: OpenOrder[]
}

/** Lists the choices for a student. Throws notFound for one out of scope. */
export async function listChargeChoices(ctx: Ctx, user_id: number): Promise<ChargeChoices> {
  const person = await selectPayer(ctx, user_id)
  const sellers = await listSellersFor(ctx, person)
  const invoicedRows = await ctx.sql<{ organization_id: number }>`
    select organization_id from identity.v_organization
    where organization_id = any(${ctx.sql.array(sellers)}) and invoice_ind`
  const { first_name, last_name, email } = person
  return {
    person: { user_id, first_name, last_name, email },
    courses: await listOfferTerms(ctx, sellers),
    invoicedSellers: invoicedRows.map(({ organization_id }) => organization_id),
    lapsedEnrollments: await listLapsedEnrollments(ctx, user_id),
    openOrders: await listOpenOrders(ctx, user_id),
  }
}
