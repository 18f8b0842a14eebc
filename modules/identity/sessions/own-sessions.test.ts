import { expect, test } from 'vitest'
import { viewAs } from '#modules/identity/view-as/view-as.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { deviceOf } from './device-words.ts'
import { findLastDevice } from './last-device.ts'
import { endOtherSessions, endOwnSession, fetchSessions } from './own-sessions.ts'
import { maxSessions } from './session.sql.ts'

const site = await openTestSite()
const agent = (rest: string) => `Mozilla/5.0 (${rest}`

test.each([
  [
    agent('Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36 Edg/141.0'),
    'Edge',
    'Windows',
  ],
  [agent('Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'), 'Firefox', 'Windows'],
  [agent('Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15'), 'Safari', 'macOS'],
  [agent('iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit Version/26.0 Mobile Safari/604.1'), 'Safari', 'iPhone'],
  [agent('iPad; CPU OS 18_6 like Mac OS X) AppleWebKit CriOS/141.0 Mobile Safari/604.1'), 'Chrome', 'iPad'],
  [agent('Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36'), 'Chrome', 'Android'],
  [agent('Linux; Android 14) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36'), 'Samsung Internet', 'Android'],
  [agent('X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36'), 'Chrome', 'ChromeOS'],
  [agent('X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 OPR/125.0'), 'Opera', 'Linux'],
  ['curl/8.9.1', null, null],
  [null, null, null],
])('%s is %s on %s', (text, browser, system) => expect(deviceOf(text)).toEqual({ browser, system }))

test('a person sees their own sessions, with this device marked, and no others', async () => {
  const person = await site.addPerson()
  await site.signIn(await site.addPerson())
  await site.signIn(person)
  site.clock.offset_ms += 1_000
  const { ctx } = await site.signIn(person)
  const { sessions } = await fetchSessions.run(ctx, {})
  expect(sessions.map(({ current }) => current)).toEqual([true, false])
  expect(sessions[0]).toMatchObject({ network: '203.0.113.0/24', method: 'password', browser: null })
})

test('idle and ended sessions, and those of staff who view, are not listed', async () => {
  const person = await site.addPerson()
  await site.signIn(person)
  site.clock.offset_ms += 31 * 60_000
  const { ctx: admin } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  await viewAs.run(admin, { userId: person.user_id })
  const { ctx } = await site.signIn(person)
  expect((await fetchSessions.run(ctx, {})).sessions).toHaveLength(1)
})

test("a device is signed out from another one immediately; another person's session returns 404", async () => {
  const person = await site.addPerson()
  const [thisDevice, otherDevice, stranger] = [
    await site.signIn(person),
    await site.signIn(person),
    await site.signIn(await site.addPerson()),
  ]
  const id = (session: typeof thisDevice) => (session.ctx.actor.kind === 'user' ? session.ctx.actor.session_id : 0)
  await endOwnSession.run(thisDevice.ctx, { session_id: id(otherDevice) })
  expect(await site.whois(otherDevice.token)).toBeNull()
  for (const session_id of [id(otherDevice), id(stranger), 9_007_199_254_740_000]) {
    await expect(endOwnSession.run(thisDevice.ctx, { session_id })).rejects.toMatchObject({ kind: { status: 404 } })
  }
  expect(await site.whois(stranger.token)).not.toBeNull()
})

test('signs out every other device, and not this one', async () => {
  const person = await site.addPerson()
  const [first, second, here] = [await site.signIn(person), await site.signIn(person), await site.signIn(person)]
  await endOtherSessions.run(here.ctx, {})
  expect([await site.whois(first.token), await site.whois(second.token)]).toEqual([null, null])
  expect(await site.whois(here.token)).not.toBeNull()
})

test('ending the other sessions does not end a view by staff, and a view cannot end any', async () => {
  const person = await site.addPerson()
  const { ctx: admin } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const { token } = await viewAs.run(admin, { userId: person.user_id })
  const { ctx } = await site.signIn(person)
  await endOtherSessions.run(ctx, {})
  const signedIn = await site.whois(token)
  expect(signedIn).not.toBeNull()
  const viewing = await site.visit({ actor: signedIn!.actor })
  await expect(endOtherSessions.run(viewing, {})).rejects.toMatchObject({ kind: { code: 'WHILE_VIEWING' } })
})

const liveOf = async ({ user_id }: { user_id: number }): Promise<number[]> => {
  const rows = await site.database.read<{ session_id: number }>`
    select session_id from identity.session where user_id = ${user_id} and ended_at is null order by session_id`
  return rows.map(({ session_id }) => session_id)
}

test("a person has at most twenty sessions: a new one ends the oldest, and other people's stay", async () => {
  const [person, other] = [await site.addPerson(), await site.addPerson()]
  const others = await site.signIn(other)
  const first = await site.signIn(person)
  for (let n = 1; n < maxSessions; n++) await site.signIn(person)
  expect(await site.whois(first.token)).not.toBeNull()
  const before = await liveOf(person)
  await site.signIn(person)
  expect(await site.whois(first.token)).toBeNull()
  expect((await liveOf(person)).slice(0, -1)).toEqual(before.slice(1))
  expect(await site.whois(others.token)).not.toBeNull()
})

test('twenty of thirty simultaneous sign-ins to an account stay signed in', async () => {
  const person = await site.addPerson()
  await Promise.all(Array.from({ length: maxSessions + 10 }, () => site.signIn(person).catch(() => null)))
  expect(await liveOf(person)).toHaveLength(maxSessions)
})

test('a view by staff does not count as a session of the person', async () => {
  const [admin, person] = [await site.addPerson({ role: 'Admin' }), await site.addPerson()]
  const first = await site.signIn(person)
  for (let n = 1; n < maxSessions; n++) await site.signIn(person)
  await viewAs.run((await site.signIn(admin)).ctx, { userId: person.user_id })
  expect(await site.whois(first.token)).not.toBeNull()
})

test("a person's last device is that of their latest session, even an ended one, and never of a view", async () => {
  const [admin, person] = [await site.addPerson({ role: 'Admin' }), await site.addPerson()]
  expect(await findLastDevice((await site.signIn(admin)).ctx, person.user_id)).toBeNull()
  /** Names the device of the person's newest session. */
  const name = (user_agent: string) => site.database.read`
    update identity.session set user_agent = ${user_agent}
    where session_id = (select max(session_id) from identity.session where user_id = ${person.user_id})`
  await site.signIn(person)
  await name('Windows NT 10.0 Firefox/144.0')
  site.clock.offset_ms += 60_000
  const { ctx } = await site.signIn(person)
  await name('iPad; CPU OS 18_6 like Mac OS X CriOS/141.0')
  await endOwnSession.run(ctx, { session_id: ctx.actor.kind === 'user' ? ctx.actor.session_id : 0 })
  site.clock.offset_ms += 60_000
  const { ctx: staff } = await site.signIn(admin)
  await viewAs.run(staff, { userId: person.user_id })
  await name('X11; Linux x86_64 Chrome/141.0')
  expect(await findLastDevice(staff, person.user_id)).toMatchObject({ browser: 'Chrome', system: 'iPad' })
})
