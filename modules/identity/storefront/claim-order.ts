import { markAddressProven } from '#modules/identity/email-proof/email-proof.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { storefrontOrderStored } from '#modules/identity/facts.ts'
import { selectPerson } from '#modules/identity/people/person.sql.ts'
import { roleId, userStatus } from '#modules/identity/people/roles.ts'
import { completeSignIn, type SignInResponse } from '#modules/identity/sign-in/complete-sign-in.ts'
import { createStudent } from '#modules/identity/sign-up/create-student.ts'
import type { UserActor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import type { StoredOrder } from './order.sql.ts'
import { sameEmail } from './storefronts.ts'

/**
 * The holder of an order's code owns its mailbox. A signed-in student gets the order; a visitor is signed in as the
 * order's student, who is created the first time. Throws orderAccountExists.
 */
export async function claimOrder(ctx: Ctx, order: StoredOrder): Promise<Partial<SignInResponse>> {
  const { actor } = ctx
  if (actor.kind === 'user' && actor.role === 'Student' && actor.organization_id === order.organization_id) {
    await giveOrder(ctx, order, actor.user_id)
    await proveSameAddress(ctx, order, actor)
    return {}
  }
  const user_id = (await findHolder(ctx, order)) ?? (await addStudentOf(ctx, order))
  await giveOrder(ctx, order, user_id)
  return completeSignIn(ctx, user_id, { method: 'storefront' })
}

/** The code was sent to the order's mailbox: if that is also the account's address, the address is proven. */
async function proveSameAddress(ctx: Ctx, { email }: StoredOrder, { user_id, session_id }: UserActor): Promise<void> {
  const person = await selectPerson(ctx, user_id)
  if (sameEmail(person.email, email)) await markAddressProven(ctx, user_id, { keep: session_id })
}

async function giveOrder(
  ctx: Ctx,
  { storefront_order_id, user_id: holder }: StoredOrder,
  user_id: number,
): Promise<void> {
  if (holder === user_id) return
  const rows = await ctx.sql`
    update identity.storefront_order set user_id = ${user_id}
    where storefront_order_id = ${storefront_order_id} and user_id is null returning user_id`
  // An order keeps its owner: its purchases are in that account.
  if (rows.length === 0) throw identityErrors.orderAccountExists()
  await ctx.emit(storefrontOrderStored, { storefront_order_id })
  await ctx.audit({
    action: 'user.claimOrder',
    subject: `storefront_order_id:${storefront_order_id}`,
    subject_user_id: user_id,
  })
}

/**
 * The student with the order's email address, if an order from that mailbox already belongs to them. Otherwise the
 * address was only typed at sign-up: the mailbox's owner would share the account with that person.
 */
async function findHolder(ctx: Ctx, { organization_id, user_id, email }: StoredOrder): Promise<number | null> {
  const rows = await ctx.sql<{ user_id: number; proven: boolean }>`
    select p.user_id,
           p.lk_user_role_id = ${roleId.Student} and p.lk_user_status_id <> ${userStatus.Disabled}
           and p.email_key = lower(${email}) and p.email_proven_at is not null
           and exists (select from identity.storefront_order o
                       where o.user_id = p.user_id and lower(o.email) = lower(${email})) as proven
    from identity.person p
    where p.organization_id = ${organization_id} and p.deleted_at is null
      and case when ${user_id}::integer is null then p.email_key = lower(${email}) else p.user_id = ${user_id} end
    order by proven desc, p.user_id limit 10`
  const [first] = rows
  if (!first) return null
  if (!first.proven) throw identityErrors.orderAccountExists()
  return first.user_id
}

function addStudentOf(ctx: Ctx, { email, customer_name }: StoredOrder): Promise<number> {
  const [first_name = '', ...rest] = customer_name.trim().split(/\s+/)
  const names = { first_name: first_name.slice(0, 100), last_name: rest.join(' ').slice(0, 100) }
  return createStudent(ctx, { loginid: email, email, password: null, email_proven: true, ...names }).catch((error) => {
    const isTaken = error instanceof Refusal && error.kind.code === identityErrors.loginidInUse.code
    throw isTaken ? identityErrors.orderAccountExists() : error
  })
}
