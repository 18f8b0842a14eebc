import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { addSomeone, addStaff } from '../modules/checkout/keys/keys.fixture.ts'
import type { SignedIn } from '../modules/identity/index.ts'
import { manifests } from '../modules/manifests.ts'
import type { Ctx, Organization } from '../platform/ctx.ts'
import type { HttpEnv } from '../platform/http/http-env.ts'
import { addOperations } from '../platform/http/operations.ts'
import { operation } from '../platform/operation.ts'
import { anyone } from '../platform/permissions.ts'
import { z } from '../platform/schema.ts'
import { openTestApp } from '../tests/support/app.ts'
import { openReadAhead } from './read-ahead.ts'

describe('a call that may begin early', () => {
  const kim = {
    actor: { kind: 'user', user_id: 7, permissions: { 'MANAGE_STUDENTS:READ': true } },
  } as unknown as SignedIn
  const school = { organization_id: 1 } as Organization
  const shop = { organization_id: 2 } as Organization

  /** A server whose sessions the test finds itself: `look` begins a request, `found` ends the look-up of its session. */
  function open() {
    const runs: { user_id: number | undefined; n: string }[] = []
    const things = operation({
      call: 'GET /thing/fetch',
      may: anyone,
      ahead: true,
      takes: z.object({ n: z.enum(['1', '2']) }),
      gives: z.object({ run: z.int() }),
      run: async (ctx, { n }) => {
        const run = runs.push({ user_id: ctx.actor.kind === 'user' ? ctx.actor.user_id : undefined, n })
        return { run }
      },
    })
    const modules = [{ name: 'things', operations: [things] }] as never
    const readAhead = openReadAhead(modules)
    const ctxOf = (session: SignedIn | null) =>
      ({ actor: session?.actor ?? { kind: 'anonymous' }, locale: 'en-us', admit: () => {}, log: {} }) as unknown as Ctx
    async function look(query = 'n=1', { organization = school, reference = 'reference', method = 'GET' } = {}) {
      let found: (session: SignedIn | null) => void = () => {}
      const looking = new Promise<SignedIn | null>((resolve) => {
        found = resolve
      })
      const app = new Hono<HttpEnv>()
      app.use(async (c, next) => {
        const settle = readAhead({ c, reference, organization, open: ctxOf })
        const session = await looking
        c.set('ctx', settle?.(session) ?? ctxOf(session))
        await next()
      })
      addOperations(app, modules)
      const answer = app.request(`/api/thing/fetch?${query}`, { method })
      await new Promise((later) => setTimeout(later))
      return async (session: SignedIn | null) => {
        found(session)
        const { status } = await answer
        return { status, body: await (await answer).json() }
      }
    }
    return { runs, look }
  }

  test('begins while its session is looked up, and is done once', async () => {
    const { runs, look } = open()
    await (await look())(kim)
    const found = await look('n=2')
    expect(runs).toEqual([
      { user_id: 7, n: '1' },
      { user_id: 7, n: '2' },
    ])
    expect(await found(structuredClone(kim))).toEqual({ status: 200, body: { error: false, run: 2 } })
    expect(runs).toHaveLength(2)
  })

  test('is begun for nobody whose reference was not seen on this site before, and only as what it is', async () => {
    const { runs, look } = open()
    await look()
    await (await look())(kim)
    expect(runs).toHaveLength(1)
    await look('n=1', { organization: shop })
    await look('n=1', { reference: 'another' })
    await look('n=1', { method: 'POST' })
    expect(runs).toHaveLength(1)
  })

  test.each([
    ['somebody else', { ...kim, actor: { ...kim.actor, user_id: 8 } }, 8],
    ['the same person with other rights', { ...kim, actor: { ...kim.actor, permissions: {} } }, 7],
    ['the same person in another language', { ...kim, locale: 'es-es' }, 7],
    ['nobody', null, undefined],
  ] as const)('is done anew where the reference stands for %s now, also the next time', async (_, now, user_id) => {
    const { runs, look } = open()
    await (await look())(kim)
    const { body } = await (await look())(now as SignedIn | null)
    expect(body).toMatchObject({ run: 3 })
    expect(runs.at(-1)).toEqual({ user_id, n: '1' })
    await look()
    expect(runs.map((run) => run.user_id)).toEqual([7, 7, user_id, ...(now ? [user_id] : [])])
  })

  test('says what is wrong with its input as it would have said it later', async () => {
    const { look } = open()
    const late = await (await look('n=3'))(kim)
    expect(late).toMatchObject({ status: 400, body: { code: 'INVALID', issues: [{ path: 'n' }] } })
    expect(await (await look('n=3'))(kim)).toEqual(late)
  })
})

test('only calls begin early that change nothing, write no trail and are found by their path alone', () => {
  const early = manifests.flatMap(({ operations }) => operations).filter(({ ahead }) => ahead)
  expect(early.length).toBeGreaterThan(10)
  for (const operation of early) {
    expect(operation, operation.call).toMatchObject({ method: 'GET', changes: false })
    expect(operation, operation.call).not.toHaveProperty('audit')
    expect(operation.path).not.toContain('{')
  }
})

describe('a list of the product', async () => {
  const app = await openTestApp()

  test.each([
    ['who was signed out', 401, 'update identity.session set ended_at = platform.now() where user_id = $1'],
    ['who was disabled', 401, 'update identity.person set lk_user_status_id = 2 where user_id = $1'],
    ['who is no member of staff any more', 403, 'update identity.person set lk_user_role_id = 3 where user_id = $1'],
  ])('is kept from somebody %s since they saw it', async (_, status, change) => {
    await addSomeone(app)
    const admin = await addStaff(app, 'SSD')
    const seen = await admin.get('/student/fetch')
    expect(seen.body.students.length).toBeGreaterThan(0)
    expect((await admin.get('/student/fetch')).body).toEqual(seen.body)
    await app.database.read.text(change, [admin.user_id])
    const kept = await admin.get('/student/fetch')
    expect(kept.status).toBe(status)
    expect(kept.body).not.toHaveProperty('students')
  })
})
