import { expect, test } from 'vitest'
import { endSessionsOf } from '../sessions/session.sql.ts'
import { openTestSite } from '../test-site.ts'
import { switchOrganization } from './switch-organization.ts'

const site = await openTestSite()

test('a session that ends while it is taken to another site does not live on there', async () => {
  const person = await site.addPerson({ role: 'Instructor' })
  const { ctx } = await site.signIn(person)
  const visitor = await site.visit()
  const { promise: ended, resolve: commit } = Promise.withResolvers<void>()
  const { promise: begun, resolve: start } = Promise.withResolvers<void>()
  const ending = visitor.tx(async (inner) => {
    await endSessionsOf(inner, person.user_id)
    start()
    await ended
  })
  await begun
  const switching = switchOrganization.run(ctx, { org_code: 'BBB' })
  switching.catch(() => {})
  // Either it waits for the other transaction, or it is over: both are awaited by asking whether anybody waits.
  await Promise.race([switching.catch(() => {}), someoneWaits()])
  commit()
  await ending
  await switching.catch(() => {})
  const rows = await site.database.read`
    select from identity.session where user_id = ${person.user_id} and ended_at is null`
  expect(rows).toEqual([])
})

async function someoneWaits(): Promise<void> {
  for (;;) {
    const [row] = await site.database.read<{ n: number }>`select count(*)::int as n from pg_locks where not granted`
    if (row!.n > 0) return
  }
}
