import { beforeAll, describe, expect, it } from 'vitest'
import { endClient } from '#modules/identity/clients/clients.ts'
import { roleId, userStatus } from '#modules/identity/people/roles.ts'
import { takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { type Call, openTestApp } from '#tests/support/app.ts'
import { addClient } from '#tests/support/client.ts'
import { inTurn } from '#tests/support/in-turn.ts'
import { byBearer } from '#tests/support/outsiders.ts'
import { type Owner, openOwner } from '#tests/support/owner.ts'
import { ok } from '#tests/support/path.ts'

const app = await openTestApp()
const { read } = app.database
const { key, client_id } = await addClient(app)
const client = byBearer(app, key)
const codeOf = ({ status, body }: Call) => `${status} ${body?.code ?? ''}`.trim()
let owner: Owner
let student_course_id: number

beforeAll(async () => {
  owner = await openOwner(app)
  student_course_id = (await takeCourse(app, owner.user_id, 1, 1011)).studentCourseId
})

const send = (user_id: number, overrides: object = {}, caller = client) =>
  caller.post(`/student/${user_id}/signInLink`, overrides)
async function linkFor(user_id: number, overrides: object = {}): Promise<URL> {
  return new URL(ok(await send(user_id, overrides)).url)
}
const tokenOf = (url: URL) => url.searchParams.get('token') ?? ''

/** A browser on the link's site. */
const browserAt = (url: URL) =>
  app.visitor(url.host.split('.').length > 1 ? url.host.split('.')[0]!.toUpperCase() : null)
async function press(url: URL, browser = browserAt(url)) {
  const response = await browser.visit(`${url.pathname}${url.search}`, { token: tokenOf(url) })
  return { browser, to: response.headers.get('location'), status: response.status }
}
async function userOf(browser: ReturnType<typeof app.visitor>): Promise<number | null> {
  const response = await browser.get('/user/getCurrentUser')
  return response.status === 200 ? response.body.user.user_id : null
}
const lastEvent = async (action: string) => {
  const [event] = await read<Record<string, unknown>>`
    select actor_kind, actor_client_id, subject_user_id, after from platform.audit_event
    where action = ${action} order by audit_event_id desc limit 1`
  return event
}

describe('a link that signs a student in', () => {
  it("leads to the organization's site, names the account and the client, and signs in once", async () => {
    const url = await linkFor(owner.user_id)
    expect(url.pathname).toBe('/login/partner')
    expect(await lastEvent('student.signInLink')).toEqual({
      actor_kind: 'client',
      actor_client_id: client_id,
      subject_user_id: owner.user_id,
      after: { target: 'dashboard' },
    })
    const browser = browserAt(url)
    const response = await browser.visit(`${url.pathname}${url.search}`)
    expect([response.status, response.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
    expect(response.text).toContain('Fleet sync sent you here.')
    expect(await userOf(browser)).toBeNull()
    expect(await press(url, browser)).toMatchObject({ status: 303, to: '/dashboard' })
    expect(await userOf(browser)).toBe(owner.user_id)
    expect(await lastEvent('user.login')).toMatchObject({
      subject_user_id: owner.user_id,
      after: { method: 'client', client_id },
    })
    expect((await press(url)).to).toBe('/login')
  })

  it('signs in only one of twenty browsers that use it at the same time', async () => {
    const url = await linkFor(owner.user_id)
    const tries = await Promise.all(Array.from({ length: 20 }, () => press(url)))
    expect(tries.filter(({ to }) => to === '/dashboard')).toHaveLength(1)
  })

  it('expires after two minutes', async () => {
    const [timelyLink, lateLink] = [await linkFor(owner.user_id), await linkFor(owner.user_id)]
    await app.moveClock(119_000)
    expect((await press(timelyLink)).to).toBe('/dashboard')
    await app.moveClock(1_000)
    expect((await press(lateLink)).to).toBe('/login')
    expect((await browserAt(lateLink).visit(`${lateLink.pathname}${lateLink.search}`)).status).toBe(303)
  })

  it("leads to the student's course, or to its certificate once it is issued", async () => {
    const course = { student_course_id }
    expect((await press(await linkFor(owner.user_id, { target: 'course', ...course }))).to).toBe(
      `/course/${student_course_id}`,
    )
    expect(codeOf(await send(owner.user_id, { target: 'certificate', ...course }))).toBe('404 NOT_FOUND')
    expect(codeOf(await send(owner.user_id, { target: 'course' }))).toBe('400 INVALID')
    expect(codeOf(await send(owner.user_id, { target: '/elsewhere' }))).toBe('400 INVALID')
    const other = await openOwner(app)
    expect(codeOf(await send(other.user_id, { target: 'course', ...course })), "another student's course").toBe(
      '404 NOT_FOUND',
    )
  })

  it('is refused for staff, students of other organizations, and unknown people', async () => {
    for (const loginid of ['admin@example.com', 'instructor@example.com'])
      expect(codeOf(await send(await app.userId(loginid))), loginid).toBe('404 NOT_FOUND')
    expect(codeOf(await send(999_999))).toBe('404 NOT_FOUND')
    const { key } = await addClient(app, { code: 'GCT' })
    expect(codeOf(await send(owner.user_id, {}, byBearer(app, key, 'GCT')))).toBe('404 NOT_FOUND')
  })

  it('can be created by clients with the permission only, not by an Admin', async () => {
    const { key } = await addClient(app, { permissions: ['MANAGE_STUDENTS:READ', 'MANAGE_STUDENTS:UPDATE'] })
    expect(codeOf(await send(owner.user_id, {}, byBearer(app, key)))).toBe('403 FORBIDDEN')
    const admin = await app.as(await app.userId('admin@example.com'))
    expect(codeOf(await send(owner.user_id, {}, admin))).toBe('403 FORBIDDEN')
    expect(codeOf(await send(owner.user_id, {}, await app.as(owner.user_id)))).toBe('403 FORBIDDEN')
    expect(codeOf(await send(owner.user_id, {}, app.visitor()))).toBe('401 UNAUTHENTICATED')
  })

  it('works on its own site only', async () => {
    const url = await linkFor(owner.user_id)
    expect((await press(url, app.visitor('GCT'))).to).toBe('/login')
    expect((await press(url)).to).toBe('/dashboard')
  })

  it('is void once the student is disabled, becomes staff, or has a new password', async () => {
    const changes = {
      disabled: () =>
        read`update identity.person set lk_user_status_id = ${userStatus.Disabled} where user_id = ${owner.user_id}`,
      staff: () =>
        read`update identity.person set lk_user_role_id = ${roleId.Instructor} where user_id = ${owner.user_id}`,
      password: () => read`update identity.person set password_changed_at = platform.now() + interval '1 second'
                     where user_id = ${owner.user_id}`,
    }
    for (const [name, change] of Object.entries(changes)) {
      const url = await linkFor(owner.user_id)
      await change()
      expect((await press(url)).to, name).toBe('/login')
      if (name === 'disabled') expect(codeOf(await send(owner.user_id))).toBe('409 ACCOUNT_DISABLED')
      await read`update identity.person set lk_user_status_id = 1, lk_user_role_id = ${roleId.Student}, password_changed_at = null
                 where user_id = ${owner.user_id}`
    }
    expect((await press(await linkFor(owner.user_id))).to).toBe('/dashboard')
  })

  it('requires the second factor of a student who has one, and keeps the origin', async () => {
    const { user_id } = await openOwner(app)
    await read`
      insert into identity.totp (user_id, organization_id, secret, confirmed_at)
      select user_id, organization_id, '', platform.now() from identity.person where user_id = ${user_id}`
    const url = await linkFor(user_id)
    const { to, browser } = await press(url)
    expect(to).toBe('/login/code?redirect=%2Fdashboard')
    expect(await userOf(browser)).toBeNull()
    const [step] = await read`select method, client_id from identity.sign_in_step where user_id = ${user_id}`
    expect(step).toEqual({ method: 'client', client_id })
  })

  it('proves nothing: operations that need a recent proof require one, including a switch to a linked account', async () => {
    const { browser } = await press(await linkFor(owner.user_id))
    const [session] = await read`
      select method, client_id, proved_at from identity.session where user_id = ${owner.user_id}
      order by session_id desc limit 1`
    expect(session).toEqual({ method: 'client', client_id, proved_at: null })
    const linkedOwner = await openOwner(app)
    await read`
      insert into identity.linked_account (user_id, organization_id, related_user_id)
      select user_id, organization_id, ${linkedOwner.user_id} from identity.person where user_id = ${owner.user_id}`
    expect(codeOf(await browser.post('/user/switchAccount', { userId: linkedOwner.user_id }))).toBe('403 PROOF_NEEDED')
    const client = await app.as(owner.user_id)
    expect(codeOf(await client.post('/user/switchAccount', { userId: linkedOwner.user_id }))).toBe('200')
  })

  it('redirects a student who is already signed in, without using up the link', async () => {
    const url = await linkFor(owner.user_id)
    const student = await app.as(owner.user_id)
    const response = await student.visit(`${url.pathname}${url.search}`)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/dashboard'])
    expect((await press(url)).to).toBe('/dashboard')
  })

  it('ends with its client, together with the sessions it started', async () => {
    const other = await addClient(app)
    const link = async () => new URL(ok(await send(owner.user_id, {}, byBearer(app, other.key))).url)
    const [used, unused] = [await link(), await link()]
    const { browser } = await press(used)
    const client = await app.as(owner.user_id)
    expect(await userOf(browser)).toBe(owner.user_id)
    const careful = await openOwner(app)
    await read`
      insert into identity.totp (user_id, organization_id, secret, confirmed_at)
      select user_id, organization_id, '', platform.now() from identity.person where user_id = ${careful.user_id}`
    expect((await press(new URL(ok(await send(careful.user_id, {}, byBearer(app, other.key))).url))).to).toMatch(/code/)
    const openSteps = () => read`
      select client_id from identity.sign_in_step where user_id = ${careful.user_id} and used_at is null`
    expect(await openSteps()).toEqual([{ client_id: other.client_id }])
    const admin = await app.ctx(await app.actorOf(await app.userId('admin@example.com')))
    await endClient.run(admin, { client_id: other.client_id })
    expect(await openSteps()).toEqual([])
    expect(await userOf(browser)).toBeNull()
    expect(await userOf(client)).toBe(owner.user_id)
    expect((await press(unused)).to).toBe('/login')
  })

  it('starts no session that outlasts the last day of its client', async () => {
    const other = await addClient(app)
    const url = new URL(ok(await send(owner.user_id, {}, byBearer(app, other.key))).url)
    const [client] = await read<{ ends_at: Date }>`
      update identity.client set ends_at = platform.now() + interval '1 hour'
      where client_id = ${other.client_id} returning ends_at`
    await press(url)
    const [session] = await read<{ expires_at: Date }>`
      select expires_at from identity.session where client_id = ${other.client_id}`
    expect(session!.expires_at).toEqual(client!.ends_at)
  })

  it('waits while its client is being ended, and is void afterward', async () => {
    const other = await addClient(app)
    const url = new URL(ok(await send(owner.user_id, {}, byBearer(app, other.key))).url)
    const admin = await app.ctx(await app.actorOf(await app.userId('admin@example.com')))
    const { second, waited } = await inTurn(
      admin,
      (inner) => endClient.run(inner, { client_id: other.client_id }),
      () => press(url),
    )
    expect([second, waited]).toEqual([expect.objectContaining({ to: '/login' }), true])
  })
})
