import type { Ctx } from '#platform/ctx.ts'
import type { Client, TestApp } from './app.ts'
import { aboutYou, ok } from './path.ts'

/** A student of the default organization. `client` and `ctx` have their own session each time. */
export type Owner = {
  user_id: number
  email: string
  lastName: string
  client: () => Promise<Client>
  ctx: () => Promise<Ctx>
}

export const ownerPassword = 'Long-Road-Home-77'
let people = 0

/** A student who signed up in the checkout and completed About You. */
export async function openOwner(app: TestApp): Promise<Owner> {
  people += 1
  const lastName = `Ownerson${people}x${Math.random().toString(36).slice(2, 8)}`
  const email = `${lastName.toLowerCase()}@example.com`
  const person = { firstName: 'Viola', lastName, email, password: ownerPassword }
  const numbers = [{ phone_number: '8135550147', lk_phone_number_type_id: 1 }]
  const form = { ...person, loginid: email, confirmPassword: person.password, numbers }
  // As if each came from a separate network: responses that reveal accounts are limited.
  await app.database.read`delete from identity.account_guess`
  const { user } = ok(await app.visitor().post('/user/createUserFromCheckout', form))
  const { user_id } = user
  // They have confirmed their address, so other ways to sign in may be added.
  await app.database.read`update identity.person set email_proven_at = platform.now() where user_id = ${user_id}`
  const client = () => app.as(user_id)
  ok(await (await client()).post('/user/saveAboutYou', { ...aboutYou(person), numbers: [] }))
  return { user_id, email, lastName, client, ctx: async () => app.ctx(await app.actorOf(user_id)) }
}
