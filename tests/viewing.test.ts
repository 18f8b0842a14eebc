import { beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '#modules/manifests.ts'
import type { AnyOperation } from '#platform/operation.ts'
import { type Client, openTestApp } from './support/app.ts'
import { callOperation } from './support/call.ts'
import { examples, inputOf } from './support/examples.ts'
import { ok } from './support/path.ts'
import { sumTables } from './support/sums.ts'
import { openVictim, type Victim } from './support/victim.ts'
import { openView } from './support/view.ts'

/**
 * Every operation that is allowed while staff view as a person, with its reason: a new one is refused until it is
 * listed here.
 */
const allowed: Readonly<Record<string, string>> = {
  'POST /user/viewAs': 'answers 409 by itself: there is no view within a view',
  'POST /user/viewAs/exit': 'leaves the view',
  'POST /user/logout': 'leaves the product; the staff member is signed out, too',
  'POST /user/setLanguage': 'kept on the device alone',
  'POST /student/navigateToDashboard': 'a way through the pages; the lease stays',
  'GET /course/fetchCourseByStudentCourseId': 'shown without opening a component',
  'GET /course/component/{studentCourseId}/{componentId}': 'shown without a clock',
  'GET /quiz/route': 'an overdue attempt is not ended',
  'GET /quiz': 'an overdue attempt is not ended',
  'GET /quiz/question/current': 'the timer of a question does not begin',
  'GET /quiz/question': 'the timer of a question does not begin',
  'GET /quiz/previous': 'the timer of a question does not begin',
  'GET /quiz/next': 'the timer of a question does not begin',
}
const leaves = new Set(['POST /user/viewAs/exit', 'POST /user/logout'])

const app = await openTestApp({ jobs: true })
const operations = manifests.flatMap((manifest) => manifest.operations)
const staying = operations.filter(({ call }) => !leaves.has(call))
const each = (list: readonly AnyOperation[]) => list.map((operation) => [operation.call, operation] as const)
const isRefused = ({ changes, whileViewing }: AnyOperation) => changes && whileViewing !== 'allowed'

let victim: Victim
let student: Client
let instructor: Client

beforeAll(async () => {
  victim = await openVictim(app)
  student = await openView(app, victim.user_id)
  instructor = await openView(app, await app.userId('instructor@example.com'))
})

it('everything allowed while viewing is in the table with its reason, and nothing else', () => {
  const calls = operations.filter(({ whileViewing }) => whileViewing === 'allowed').map(({ call }) => call)
  expect(calls.sort()).toEqual(Object.keys(allowed).sort())
})

describe('staff viewing as a student cannot act for the student', () => {
  it.each(each(staying.filter(isRefused)))('%s', async (call, operation) => {
    const example = examples[call]
    const input = example ? inputOf(operation, example, victim.ids[example.situation]) : {}
    for (const client of [student, instructor]) {
      const before = await refusals(call)
      const { status, body } = await callOperation(client, operation, input)
      expect([status, body.code]).toEqual([403, expect.stringMatching(/^(WHILE_VIEWING|FORBIDDEN)$/)])
      expect((await refusals(call)) - before, 'rows of the audit log').toBe(body.code === 'WHILE_VIEWING' ? 1 : 0)
    }
  })
})

describe('readable data is shown, and reading changes nothing', () => {
  const looked = staying.filter((operation) => !isRefused(operation) && examples[operation.call]?.by !== 'staff')
  it.each(each(looked))('%s', async (call, operation) => {
    const example = examples[call]
    const input = example ? inputOf(operation, example, victim.ids[example.situation]) : {}
    const before = await sumTables(app)
    const { status, body, text } = await callOperation(student, operation, input)
    expect(body?.code).not.toBe('WHILE_VIEWING')
    expect(status, text.slice(0, 200)).not.toBe(401)
    expect(await sumTables(app)).toEqual(before)
  })
})

describe('an address that works without a session is shown to its owner alone', () => {
  it('of a completion', async () => {
    const { student_course_id } = victim.ids.passed
    const owner = await app.as(victim.user_id)
    ok(await owner.post('/report/link', { student_course_id, audience: 'court', days: 30 }))
    const pathsOf = async (client: Client) =>
      ok(await client.get(`/report/links/${student_course_id}`)).links.map(({ path }: { path: string | null }) => path)
    expect(await pathsOf(owner)).toContainEqual(expect.stringMatching(/^\/completion\/[\w-]{43}$/))
    expect(new Set(await pathsOf(student))).toEqual(new Set([null]))
  })

  it('of the calendar', async () => {
    const owner = await app.as(await app.userId('instructor@example.com'))
    ok(await owner.post('/report/calendar/link'))
    const calendarOf = async (client: Client) => ok(await client.get('/report/calendar/link'))
    expect(await calendarOf(owner)).toMatchObject({ url: expect.stringContaining('/report/calendar/feed/') })
    expect(await calendarOf(instructor)).toMatchObject({ created_at: expect.any(String), url: null })
  })
})

describe('the forms of the pages', () => {
  it.each(['/about', '/checkout', '/cart/add', '/change-password', '/login', '/signup'])(
    '%s is refused',
    async (path) => {
      const before = await sumTables(app)
      const response = await student.visit(path, { first_name: 'Another', course_website_id: '1001' })
      expect([response.status, response.headers.get('location')]).toEqual([303, path])
      expect(await sumTables(app)).toEqual(before)
      expect((await student.visit('/dashboard')).text).toContain("You can't do this while viewing as someone else.")
    },
  )

  it("language and colors can be chosen, and the student's profile is unchanged", async () => {
    const before = await sumTables(app)
    expect((await student.visit('/language', { locale: 'es-es', redirect: '/dashboard' })).status).toBe(303)
    expect((await student.visit('/theme', { theme: 'dark', redirect: '/dashboard' })).status).toBe(303)
    expect((await student.visit('/dashboard')).text).toContain('Viendo como')
    expect(await sumTables(app)).toEqual(before)
    await student.visit('/language', { locale: 'en-us', redirect: '/dashboard' })
  })
})

describe('in the browser', () => {
  it('every page of the view says so, and Exit returns to the page where it began', async () => {
    const client = await openView(app, victim.user_id)
    for (const path of ['/dashboard', '/courses/search', '/about']) {
      const { text } = await client.visit(path)
      expect(text).toContain(`Viewing as Viola ${victim.lastName}`)
      expect(text).toContain('action="/view-as/exit"')
    }
    const response = await client.visit('/view-as/exit', {})
    expect([response.status, response.headers.get('location')]).toEqual([303, '/manage/students'])
    const { text } = await client.visit('/manage/students')
    expect(text).not.toContain('Viewing as')
    expect((await client.get('/user/getCurrentUser')).body.user.email).toBe('admin@example.com')
  })

  it("an expired view returns to the viewer's session with a message, and discards the request", async () => {
    const [page, form, call] = [
      await openView(app, victim.user_id),
      await openView(app, victim.user_id),
      await openView(app, victim.user_id),
    ]
    await app.moveClock(31 * 60_000)
    const response = await page.visit('/dashboard')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/manage/students'])
    expect((await page.visit('/manage/students')).text).toContain('You are no longer viewing as someone else')
    const reply = await form.visit('/about', { first_name: 'Another' })
    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/manage/students'])
    expect((await form.get('/user/getCurrentUser')).body.user.email).toBe('admin@example.com')
    const called = await call.post('/user/setLanguage', { language: 'es-es' })
    expect([called.status, called.body.code, called.body.redirect]).toEqual([403, 'VIEW_ENDED', '/manage/students'])
    expect((await call.get('/user/getCurrentUser')).status).toBe(200)
  })

  it.each(['/logout', '/api/user/logout'])('signing out of an expired view signs out entirely: %s', async (path) => {
    const client = await openView(app, victim.user_id)
    const admin = await app.userId('admin@example.com')
    await app.moveClock(31 * 60_000)
    await client.visit(path, {})
    expect(client.cookies()).not.toContain('waypost=')
    const rows = await app.database.read`
      select from identity.session
      where ended_at is null and session_id in (
        select viewed_by_session_id from identity.session where viewed_by = ${admin} order by session_id desc limit 1)`
    expect(rows).toEqual([])
  })

  it('signing out of a view signs the staff member out, too', async () => {
    const client = await openView(app, victim.user_id)
    const token = client.cookies().split('=')[1]!
    await client.visit('/logout', {})
    expect((await client.get('/user/getCurrentUser')).status).toBe(401)
    const response = await app.app.request('http://localhost:3000/dashboard', {
      headers: { host: 'localhost:3000', cookie: `waypost=${token}` },
    })
    expect(response.headers.get('set-cookie') ?? '').not.toContain('waypost=')
  })
})

async function refusals(call: string): Promise<number> {
  const [row] = await app.database.read<{ n: number }>`
    select count(*)::int as n from platform.audit_event
    where action = 'view_as.refused' and after->>'operation' = ${call} and viewed_by is not null`
  return row!.n
}
