import { expect, test } from 'vitest'
import { logIn } from '#modules/identity/sign-in/log-in.ts'
import { beginTry } from '#modules/identity/sign-in/throttle.sql.ts'
import { Refusal } from '#platform/errors.ts'
import { openTestSite, password } from '#tests/fixtures/identity/site.ts'

const site = await openTestSite()
const device = 'd'.repeat(43)
const addressOf = (n: number) => `100.${64 + (n >> 8)}.${n & 255}.7`

/** Whether a try would reach the password check: runs everything before it, without argon2. */
async function reachesPassword(loginid: string, address: string): Promise<boolean> {
  try {
    // A program doesn't pass the captcha.
    await beginTry(await site.visit({ address }), loginid, { human: false })
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

test('T-04: hardly any of thousands of stolen pairs from five hundred networks reaches a password after the threshold', async () => {
  const victim = await site.addPerson()
  await logIn.run(await site.visit({ address: '198.18.1.1', device }), { loginid: victim.loginid, password })
  const pairs = Array.from({ length: 1_500 }, (_, n) => ({
    loginid: `stolen${n}@example.com`,
    address: addressOf(n % 500),
  }))
  const reached: boolean[] = []
  const width = 20
  for (let n = 0; n < pairs.length; n += width) {
    const some = pairs.slice(n, n + width).map(({ loginid, address }) => reachesPassword(loginid, address))
    reached.push(...(await Promise.all(some)))
  }
  const threshold = 300 + width
  const after = reached.slice(threshold).filter(Boolean).length
  expect(reached.slice(0, threshold).filter(Boolean).length).toBeGreaterThanOrEqual(300)
  expect(after / (reached.length - threshold)).toBeLessThanOrEqual(0.001)
})

test('T-04: people can still sign in where they signed in before, on their device or in their network', async () => {
  const [known, neighbour] = [await site.addPerson(), await site.addPerson()]
  expect(await reachesPassword(known.loginid, '198.51.100.9')).toBe(false)
  // The counters before the attack.
  await site.database.read`
    insert into identity.device (user_id, organization_id, device_hash)
    values (${known.user_id}, 1, sha256(${device}))`
  const ctx = await site.visit({ address: '198.51.100.9', device })
  expect((await logIn.run(ctx, { loginid: known.loginid, password })).user?.user_id).toBe(known.user_id)
  await site.signIn(neighbour)
  const home = await site.visit({ address: '203.0.113.200' })
  expect((await logIn.run(home, { loginid: neighbour.loginid, password })).user?.user_id).toBe(neighbour.user_id)
})

test("T-04: an attack from other networks doesn't lock people out, even without a captcha", async () => {
  const person = await site.addPerson()
  const otherOrganizationCtx = await site.visit({ address: '198.51.100.10' })
  expect((await logIn.run(otherOrganizationCtx, { loginid: person.loginid, password })).user?.user_id).toBe(
    person.user_id,
  )
})
