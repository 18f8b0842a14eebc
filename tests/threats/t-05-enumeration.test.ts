import { expect, test, vi } from 'vitest'
import { validateEmail, validateLoginid } from '#modules/identity/sign-up/availability.ts'
import { openRateLimiter } from '#platform/http/rate.ts'
import { openCtx } from '#platform/open-ctx.ts'
import { openTestApp } from '#tests/support/app.ts'

/** The process's expensive work: statement texts and password verifications. */
const done = vi.hoisted(() => ({ statements: [] as string[], verified: 0 }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  const verify: typeof real.verify = (...args) => {
    done.verified += 1
    return real.verify(...args)
  }
  return { ...real, verify }
})
vi.mock('postgres', async (original) => {
  const { default: open } = await original<{ default: typeof import('postgres') }>()
  const watched = (...args: Parameters<typeof open>) => {
    const client = open(...args)
    return new Proxy(client, {
      get(target, name) {
        const member = Reflect.get(target, name)
        if (name !== 'unsafe') return member
        return (text: string, ...rest: []) => {
          done.statements.push(text)
          return member.call(target, text, ...rest)
        }
      },
    })
  }
  return { default: Object.assign(watched, open) }
})

const app = await openTestApp()
await app.database.read`update identity.person set lk_user_status_id = 2 where loginid = 'instructor@example.com'`
const people = { known: 'student@example.com', disabled: 'instructor@example.com', nobody: 'nobody@example.com' }

const headerNames = (headers: Headers) =>
  [...headers.entries()].filter(([name]) => name !== 'x-request-id').map(([name, value]) => `${name}: ${value}`)

/** The parts of a response that a stranger sees: everything but the request ID. */
async function visibleResponse(path: string, body: object) {
  const { status, text, headers } = await app.visitor().post(path, body)
  return { status, text, headers: headerNames(headers) }
}

/** The number of rows that an operation adds to each table: work that only a known account causes would show. */
async function work(operation: () => Promise<unknown>): Promise<Record<string, number>> {
  const count = async () => {
    const [row] = await app.database.read<Record<string, number>>`
      select (select count(*)::integer from identity.sign_in_failure) as failures,
             (select count(*)::integer from platform.audit_event) as events,
             (select count(*)::integer from identity.session) as sessions,
             (select count(*)::integer from identity.password_reset) as links`
    return { ...row!, facts: app.facts.length }
  }
  const before: Record<string, number> = await count()
  await operation()
  const after = await count()
  return Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - before[name]!]))
}

test.each([
  ['signing in', '/user/login', (name: string) => ({ loginid: name, password: 'Wrong-1-password!' })],
  ['asking for a link by login id', '/user/resetPassword', (name: string) => ({ loginid: name })],
  ['asking for a link by e-mail', '/user/resetPassword', (name: string) => ({ email: name })],
])('T-05: %s is identical for a known, a disabled and an unknown account', async (_name, path, body) => {
  const answers = []
  for (const name of Object.values(people)) answers.push(await visibleResponse(path, body(name)))
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  const workloads = []
  for (const name of Object.values(people)) workloads.push(await work(() => visibleResponse(path, body(name))))
  expect(workloads[1]).toEqual(workloads[0])
  expect(workloads[2]).toEqual(workloads[0])
})

test.each([
  ['signing in', '/user/login', 1, (name: string) => ({ loginid: name, password: 'Wrong-1-password!' })],
  ['asking for a link by login id', '/user/resetPassword', 0, (name: string) => ({ loginid: name })],
  ['asking for a link by e-mail', '/user/resetPassword', 0, (name: string) => ({ email: name })],
  ['asking for a link to sign in', '/user/sendSignInLink', 0, (name: string) => ({ email: name })],
])(
  'T-05: %s runs the same statements and password checks for every account, so that timing reveals nothing',
  async (_name, path, passwords, body) => {
    const count = async (name: string) => {
      Object.assign(done, { statements: [], verified: 0 })
      await app.visitor().post(path, body(name))
      // Every caller's connection begins and sets its scope.
      const statements = done.statements.filter((text) => !text.includes('set_config'))
      return { statements, verified: done.verified }
    }
    // Prepares statements and fills caches before the comparison.
    for (const name of Object.values(people)) await count(name)
    const [known, disabled, nobody] = [
      await count(people.known),
      await count(people.disabled),
      await count(people.nobody),
    ]
    expect(known.statements.length).toBeGreaterThan(2)
    expect(known.verified).toBe(passwords)
    expect(disabled).toEqual(known)
    expect(nobody).toEqual(known)
  },
)

test('T-05: the page of a forgotten password responds the same to everyone', async () => {
  const pages = []
  for (const loginid of Object.values(people)) pages.push(await app.visitor().visit('/forgot-password', { loginid }))
  expect(new Set(pages.map(({ status, headers }) => `${status} ${headers.get('location')}`)).size).toBe(1)
})

test('T-05: a throttled stranger learns nothing either', async () => {
  const statuses = async (loginid: string) => {
    await app.database.read`delete from identity.sign_in_failure`
    const tries = []
    for (let n = 0; n < 7; n++) {
      const { status, text, headers } = await visibleResponse('/user/login', { loginid, password: 'Wrong-1-password!' })
      // The rest of the 15 minutes; how many seconds of them have passed depends on the machine.
      const withoutSeconds = (part: string) => part.replace(/(retry[-_]after"?: ?)(?:8\d\d|900)\b/, '$1…')
      tries.push({ status, text: withoutSeconds(text), headers: headers.map(withoutSeconds) })
    }
    return tries
  }
  expect(await statuses(people.nobody)).toEqual(await statuses(people.known))
})

test('T-05: a visitor can check availability ten times an hour, and gets only yes or no', async () => {
  const rates = openRateLimiter(() => app.clock.now().getTime())
  const visitor = await app.ctx()
  const { actor, organization, locale, request } = visitor
  const ctx = openCtx(app.services, {
    actor,
    organization,
    locale,
    request,
    admit: (rate) => {
      if (!rates.admits(rate, 'address 192.0.2.1')) throw new Error(`too many of ${rate}`)
    },
  })
  const answers = []
  for (let n = 0; n < 5; n++) {
    answers.push(await validateEmail.run(ctx, { email: people.known }))
    answers.push(await validateLoginid.run(ctx, { loginid: `free${n}@example.com` }))
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set(['{"valid":false}', '{"valid":true}']),
  )
  await expect(validateEmail.run(ctx, { email: people.known })).rejects.toThrow('too many of guess')
  await expect(validateLoginid.run(ctx, { loginid: people.known })).rejects.toThrow('too many of guess')
})

/** Ten revealing responses from one place, then none for an hour, whatever the address. */
async function expectTenResponses(
  request: (address: string) => Promise<Awaited<ReturnType<typeof visibleResponse>>>,
  taken: number,
) {
  await app.database.read`delete from identity.account_guess`
  try {
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) statuses.push((await request(people.known)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => taken), 429, 429])
    const last = await request('free-for-all@example.com')
    expect(last.status).toBe(429)
    expect(JSON.parse(last.text).retry_after).toEqual(expect.closeTo(3_600, -3))
    await app.moveClock(61 * 60_000)
    expect((await request(people.known)).status).toBe(taken)
  } finally {
    await app.database.read`delete from identity.account_guess`
  }
}

const password = 'Right-Of-Way-2026!'
const registration = (email: string) => ({ email, password, first_name: 'Ana', last_name: 'Lee' })

test('T-05: a form that creates an account reveals at most ten times an hour that one exists', () =>
  expectTenResponses((email) => visibleResponse('/user/register', registration(email)), 409))

test('T-05: ten simultaneous requests are counted as ten', async () => {
  await app.database.read`delete from identity.account_guess`
  try {
    const requests = Array.from({ length: 25 }, () => visibleResponse('/user/register', registration(people.known)))
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    expect([
      statuses.filter((status) => status === 409).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([10, 15])
  } finally {
    await app.database.read`delete from identity.account_guess`
  }
})

test('T-05: account creation and forms refused for other reasons do not use up the limit', async () => {
  for (let n = 0; n < 12; n++)
    expect((await visibleResponse('/user/register', registration(`fresh${n}@example.com`))).status).toBe(200)
  for (let n = 0; n < 12; n++)
    expect((await visibleResponse('/user/register', { ...registration(people.known), password: 'short' })).status).toBe(
      400,
    )
  expect((await visibleResponse('/user/register', registration(people.known))).status).toBe(409)
})

test('T-05: the profile never reveals whose address it is, nor, after ten an hour, which login ids are taken', async () => {
  const user_id = await app.userId('student@example.com')
  await app.database.read`delete from identity.account_guess`
  const save = async (change: object) => {
    const profile = { first_name: 'Sam', last_name: 'Student', email: people.known, ...change }
    return (await app.as(user_id)).put('/user/saveUserInformation/', { profile })
  }
  try {
    const shared = await save({ email: 'admin@example.com' })
    const response = await save({ email: 'nobody-has-this@example.com' })
    expect([shared.status, shared.body.warning]).toEqual([response.status, null])
    expect(shared.body.message).toBe(response.body.message)
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) statuses.push((await save({ loginid: 'admin@example.com' })).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 409), 429, 429])
    expect((await save({ loginid: 'free-for-all' })).status).toBe(429)
    // A response that reveals nothing still goes through.
    expect((await save({ loginid: people.known })).status).toBe(200)
  } finally {
    await app.database.read`delete from identity.account_guess`
    await app.database.read`update identity.person set email = loginid where user_id = ${user_id}`
  }
})
