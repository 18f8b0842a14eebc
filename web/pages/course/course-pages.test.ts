import { beforeAll, beforeEach, expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { enroll, type StudentCourseStatus, status } from '#modules/learning/index.ts'
import { manifests } from '#modules/manifests.ts'
import { unlimited } from '#platform/http/rate.ts'
import { openTestApp, type TestApp } from '#tests/support/app.ts'
import { createApp } from '#web/app.ts'
import dashboard from '#web/pages/student/dashboard.page.tsx'
import completed from './completed.page.tsx'
import content from './content.page.tsx'
import disabled from './disabled.page.tsx'
import expired from './expired.page.tsx'
import index from './index.page.tsx'
import issued from './issued.page.tsx'
import passed from './passed.page.tsx'
import review from './review.page.tsx'
import summary from './summary.page.tsx'

const pages = [index, content, disabled, expired, completed, review, passed, issued, summary, dashboard]
const origin = 'http://localhost:3000'
let app: TestApp
let web: ReturnType<typeof createApp>
const cookies = new Map<number, string>()
let user_id: number
let orders = 0
let course: number

beforeAll(async () => {
  app = await openTestApp()
  user_id = await app.userId('student@example.com')
  web = createApp({
    services: app.services,
    site: { baseUrl: new URL(origin), trustProxy: false },
    manifests,
    pages,
    rates: unlimited,
    ready: () => true,
  })
})
beforeEach(async () => {
  course = await enrolled(1)
})

/** A paid and registered course of the demo student. */
async function enrolled(course_id: number): Promise<number> {
  orders += 1
  const [courseWebsite] = await app.database.read<{ course_website_id: number; course_version_id: number }>`
    select course_website_id, course_version_id from catalogue.v_course_website
    where course_id = ${course_id} order by organization_id, course_website_id limit 1`
  const ctx = await app.ctx({ kind: 'system', name: 'test' })
  const boughtPerson = {
    ...courseWebsite!,
    user_id,
    organization_id: 1,
    lk_shipping_type_id: 1,
    audio_ind: true,
    paid: true,
  }
  const { student_course_id } = await ctx.tx((inner) => enroll(inner, { ...boughtPerson, order_item_id: orders }))
  await put(student_course_id, status.paidRegistered)
  return student_course_id
}

const put = (student_course_id: number, statusId: StudentCourseStatus, reason: number | null = null) =>
  app.database.read`
    update learning.student_course
    set lk_student_course_status_id = ${statusId}, lk_student_course_status_reason_id = ${reason},
        registered_at = platform.now(), agreed_at = platform.now()
    where student_course_id = ${student_course_id}`

/** Disables the registration that every demo course requires first, while `operation` runs. */
async function withoutRegistration(operation: () => Promise<void>) {
  const requireRegistration = (needed: boolean) => app.database.read`
    update catalogue.course_version
    set course_registration_options = course_registration_options || ${app.database.read.json({ requiredBefore: needed })}`
  await requireRegistration(false)
  clearVersionCache()
  await operation()
  await requireRegistration(true)
  clearVersionCache()
}

type VisitOptions = { as?: number; form?: Record<string, string>; cookie?: string; more?: Record<string, string> }

/** A page for the signed-in user; a form is posted. Redirects are not followed. */
async function visit(path: string, { as = user_id, form, cookie, more }: VisitOptions = {}) {
  if (as > 0 && !cookies.has(as)) cookies.set(as, (await app.as(as)).cookies())
  const cookieHeader = [cookies.get(as), cookie].filter(Boolean).join('; ')
  const headers = { host: 'localhost:3000', origin, 'sec-fetch-site': 'same-origin', cookie: cookieHeader, ...more }
  const body = form && new URLSearchParams(form)
  const response = await web.request(`${origin}${path}`, {
    method: form ? 'POST' : 'GET',
    headers,
    ...(body && { body }),
  })
  return { status: response.status, to: response.headers.get('location'), html: await response.text() }
}

const firstComponent = async () => Number((await visit(`/course/${course}`)).to!.split('/').at(-1))

test('opening a course leads to its first lesson, which shows content, outline and time', async () => {
  const { status: statusCode, to } = await visit(`/course/${course}`)
  expect([statusCode, to]).toEqual([302, `/course/${course}/1001`])
  const { status: firstStatus, html } = await visit(to!)
  expect(firstStatus).toBe(200)
  expect(html).toContain('<h1')
  expect(html).toContain('class="rt lesson"')
  expect(html).toContain('data-island="learning/seat-clock"')
  expect(html).toContain('Table of contents')
  expect(html).toContain('Final exam')
  expect(html).toMatch(/<form [^>]*method="post"[^>]*>.*>Next<\/button>/s)
  expect(html).not.toMatch(/\sstyle="/)
})

test('a button of the player opens the course details, without scripts', async () => {
  await app.database.read`
    update learning.student_course set expires_at = '2027-03-01 17:00Z' where student_course_id = ${course}`
  for (const path of [`/course/${course}/1001`, `/course/${course}/summary`]) {
    const { html } = await visit(path)
    expect(html).toMatch(
      /<button[^>]*aria-label="Course details"[^>]*popover[Tt]arget="course-details"|<button[^>]*popover[Tt]arget="course-details"[^>]*aria-label="Course details"/,
    )
    const [, details = ''] = html.split('id="course-details"')
    for (const text of ['Basic Driver Improvement', 'Version', 'Finish by', '03/01/2027', `/course/${course}/summary`])
      expect(details).toContain(text)
  }
})

test('a student without profile data enters it first, even if no registration is required', async () => {
  await put(course, status.paidNotRegistered)
  await withoutRegistration(async () => {
    expect((await visit(`/course/${course}`)).to).toBe(`/about?redirect=${encodeURIComponent(`/course/${course}`)}`)
  })
  await put(course, status.inProgress)
  expect((await visit(`/course/${course}`)).to).toBe(`/course/${course}/1001`)
})

test('the summary shows the progress of the course and starts nothing', async () => {
  await app.database.read`
    insert into learning.student_progress (student_course_id, organization_id, component_id, completed_at, credited_ms)
    values (${course}, 1, 1001, platform.now(), 90000)`
  const { status: statusCode, html } = await visit(`/course/${course}/summary`)
  expect(statusCode).toBe(200)
  expect(html).toContain(`<li class="done"><a href="/course/${course}/1001">`)
  expect(html).toContain(`<a href="/course/${course}/1002">`)
  expect(html).toContain('Final exam')
  expect(html).toContain('1% of the course completed')
  expect(html).toContain('data-island="learning/idle-watch"')
  const [row] = await app.database.read<{ n: number }>`
    select count(*)::int as n from learning.student_progress where student_course_id = ${course}`
  expect(row).toEqual({ n: 1 })
})

test('Next works as a plain form: too early it stays with the reason, later it continues', async () => {
  const component = await firstComponent()
  await visit(`/course/${course}/${component}`)
  const earlyResponse = await visit(`/course/${course}/${component}`, { form: {} })
  expect(earlyResponse.status).toBe(422)
  expect(earlyResponse.html).toMatch(/Spend .* more on this page to continue\./)
  await app.database.read`
    update learning.student_progress set credited_ms = 3600000 where student_course_id = ${course}`
  const lateResponse = await visit(`/course/${course}/${component}`, { form: {} })
  expect([lateResponse.status, lateResponse.to]).toEqual([303, `/course/${course}/${component + 1}`])
})

test.each(['prefetch', 'prefetch;prerender', 'prefetch;anonymous-client-ip'])(
  'a lesson refuses %s: nothing is opened, and no time is taken over',
  async (purpose) => {
    const component = await firstComponent()
    await visit(`/course/${course}/${component}`)
    const state = () => app.database.read`
      select (select json_agg(l order by l) from learning.seat_lease l where student_course_id = ${course}) as leases,
        (select json_agg(p order by p) from learning.student_progress p where student_course_id = ${course}) as progress`
    const before = await state()
    for (const path of ['', `/${component}`, '/summary']) {
      const response = await visit(`/course/${course}${path}`, { more: { 'sec-purpose': purpose } })
      expect([path, response.status, response.html]).toEqual([path, 503, ''])
    }
    expect(await state()).toEqual(before)
    expect((await visit(`/course/${course}/${component}`)).status).toBe(200)
    expect(await state()).not.toEqual(before)
  },
)

test('an address out of order redirects to the current lesson', async () => {
  const component = await firstComponent()
  expect(await visit(`/course/${course}/${component + 5}`)).toMatchObject({
    status: 302,
    to: `/course/${course}/${component}`,
  })
})

test('selecting the current module shows a message', async () => {
  const { html } = await visit(`/course/${course}/${await firstComponent()}?already=1`)
  expect(html).toContain('You are already in this module.')
})

test('every lesson, medium and break of the demo courses can be shown', async () => {
  for (const course_id of [1, 2, 3, 4]) {
    course = await enrolled(course_id)
    await app.database.read`
      update identity.person p set dob = ${course_id === 4 ? '2012-03-14' : '1990-03-14'}
      from learning.student_course c where c.user_id = p.user_id and c.student_course_id = ${course}`
    const components = await app.database.read<{ component_id: number; type: number }>`
      select component_id, lk_component_type_id as type from catalogue.component
      where course_version_id = ${course_id} order by position`
    await app.database.read`
      insert into learning.student_progress (student_course_id, organization_id, component_id, completed_at)
      select ${course}, 1, component_id, platform.now() from catalogue.component where course_version_id = ${course_id}`
    for (const { component_id, type } of components.filter((component) => component.type !== 3)) {
      const { status: statusCode, html } = await visit(`/course/${course}/${component_id}`)
      expect(`${component_id} ${statusCode}`).toBe(`${component_id} 200`)
      expect(html).not.toMatch(/\sstyle="|rt-missing/)
      // The idle limit of a course applies on all its pages; a break has no clock to watch it.
      expect(html).toContain(type === 4 ? '"learning/idle-watch"' : '"learning/seat-clock"')
      // The right answer of an unanswered question must not be in the page.
      expect(html).not.toMatch(/("|&quot;)correct\1:(?!null\b)/)
    }
  }
}, 60_000)

test('each end of a course has its page, with the reason and a link to support', async () => {
  const ends: [StudentCourseStatus, string, string, number?][] = [
    [status.disabled, 'disabled', 'disabled by the state|longer than the state allows', 5],
    [status.refunded, 'disabled', 'was refunded'],
    [status.completionErrorFlhsmv, 'disabled', 'highway safety agency'],
    [status.expired, 'expired', 'This course has expired'],
    [status.inReview, 'review', 'Course submitted for review'],
    [status.grading, 'review', 'An instructor is grading your answers'],
    [status.fixed, 'review', 'Course submitted for review'],
    [status.failed, 'completed', 'Sorry, you failed this course.'],
    [status.passed, 'passed', 'You passed the course'],
    [status.certificateIssued, 'issued', 'Your certificate is ready'],
  ]
  for (const [statusId, path, text, reason] of ends) {
    await put(course, statusId, reason ?? null)
    expect((await visit(`/course/${course}`)).to).toBe(`/course/${course}/${path}`)
    const page = await visit(`/course/${course}/${path}`)
    expect(page.status).toBe(200)
    expect(page.html).toMatch(new RegExp(text))
    const otherPath = path === 'passed' ? 'disabled' : 'passed'
    expect((await visit(`/course/${course}/${otherPath}`)).to).toBe(`/course/${course}/${path}`)
  }
})

test("a course's own words at its end have their language on a page in another one", async () => {
  await put(course, status.certificateIssued, null)
  const spanish = (await visit(`/course/${course}/issued`, { cookie: 'locale=es-es' })).html
  expect(spanish).toMatch(/<p lang="en-us"[^>]*>[^<]+</)
  expect(spanish).toMatch(/<div lang="en-us"><div[^>]*><details/)
  expect((await visit(`/course/${course}/issued`)).html).not.toContain('<p lang=')
})

test("another student's course is not shown, and a visitor is redirected to sign in", async () => {
  const [other] = await app.database.read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email)
    values (1, 3, 'other-student', 'other@example.com') returning user_id`
  for (const path of ['', '/1001', '/disabled', '/passed']) {
    expect(await visit(`/course/${course}${path}`, { as: other!.user_id })).toMatchObject({ status: 302, to: '/404' })
    expect((await visit(`/course/${course}${path}`, { as: 0 })).to).toMatch(/^\/login\?redirect=/)
  }
})

test("a student's dashboard shows the next step, the courses and no certificates yet", async () => {
  const { status: statusCode, html } = await visit('/dashboard')
  expect(statusCode).toBe(200)
  expect(html).toContain('Continue last course')
  expect(html).toContain('Basic Driver Improvement')
  expect(html).toContain('No certificates yet')
  const spanish = await visit('/dashboard', { cookie: 'locale=es-es' })
  expect(spanish.html).toContain('Mis cursos')
})

test('staff are redirected from the dashboard to their students, a visitor to sign-in', async () => {
  const admin = await app.userId('admin@example.com')
  expect((await visit('/dashboard', { as: admin })).to).toBe('/manage/students')
  expect((await visit('/dashboard', { as: 0 })).to).toBe('/login?redirect=%2Fdashboard')
})

test('the page of a disabled course shows the remaining attempts of unpassed quizzes', async () => {
  await put(course, status.disabled)
  const tried = (component_id: number, attempt_number: number, passed: boolean) => app.database.read`
    insert into learning.quiz_attempt (organization_id, student_course_id, component_id, quiz_id, attempt_number,
      lk_quiz_attempt_status_id, threshold, submitted_at, points, total, passed)
    values (1, ${course}, ${component_id}, 1, ${attempt_number}, ${passed ? 4 : 5}, 80, platform.now(), 1, 10, ${passed})`
  await tried(1083, 1, false)
  const { html } = await visit(`/course/${course}/disabled`)
  const [, remaining, allowed] = /Attempts left for [^:]+: (\d+) of (\d+)\./.exec(html)!
  expect(Number(remaining)).toBe(Number(allowed) - 1)
  for (let attempt = 2; attempt <= Number(allowed); attempt += 1) await tried(1083, attempt, false)
  const page = await visit(`/course/${course}/disabled`)
  expect(page.html).toContain(`You have exceeded your ${allowed} allowed attempts`)
  await app.database.read`
    update learning.quiz_attempt set passed = true
    where student_course_id = ${course} and attempt_number = ${Number(allowed)}`
  expect((await visit(`/course/${course}/disabled`)).html).not.toContain('allowed attempts')
})

test('the FAQs for a passed course are shown at its end, and not before', async () => {
  await app.database.read`
    insert into catalogue.faq (faq_id, course_version_id, title, body, post_completion_ind, position)
    values (990001, 1, 'When does the court hear of it?', 'Within five days.', true, 99)`
  await put(course, status.passed)
  const { html } = await visit(`/course/${course}/passed`)
  for (const part of ['Frequently asked questions', 'When does the court hear of it?', 'Within five days.'])
    expect(html).toContain(part)
  await put(course, status.disabled)
  expect((await visit(`/course/${course}/disabled`)).html).not.toContain('When does the court')
})
