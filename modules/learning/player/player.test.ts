import { beforeAll, beforeEach, expect, test } from 'vitest'
import { passIfComplete } from '#modules/learning/progress/pass-course.ts'
import { updateStudentProgressTime } from '#modules/learning/seat-time/update-student-progress-time.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { courseFixture, parts, studentActor, video } from '#tests/fixtures/learning/course.ts'
import { complete } from './complete.ts'
import { disableStudentCourse } from './disable-student-course.ts'
import { fetchCourseByStudentCourseId } from './fetch-course-by-student-course-id.ts'
import { getComponent } from './get-component.ts'
import { getCourseVersion } from './get-course-version.ts'
import { fetchCourseNameByStudentCourseId, getStudentCourse } from './get-student-course.ts'
import { getTableOfContents } from './get-table-of-contents.ts'
import { loadLesson } from './load-lesson.ts'
import { next } from './next.ts'
import { start } from './start.ts'
import { updateBreakComponentProgress } from './update-break-component-progress.ts'

const { db, app } = await testDatabase()
let course: Awaited<ReturnType<typeof courseFixture>>
let user_id: number
let studentCourseId: number

beforeAll(async () => {
  course = await courseFixture({ db, app }, { registration: { enabled: true, requiredBefore: true } })
})
beforeEach(async () => {
  user_id = await course.person()
  studentCourseId = await course.enrolled(user_id)
})

/** A request's clock is fixed in its context, so every call gets a new one. */
const studentCtx = (): Ctx => course.student(user_id)
const open = async (componentId: number) =>
  (await getComponent.run(studentCtx(), { studentCourseId, componentId })).component!
const leave = (componentId: number, overrides: object = {}) =>
  next.run(studentCtx(), { studentCourseId, componentId, ...overrides })

/** Spends time in a component, with a beat every ten seconds. */
async function spendTime(componentId: number, seconds: number, report?: (second: number) => ReturnType<typeof watch>) {
  const { studentProgress, lease_id } = await open(componentId)
  const student_progress_id = studentProgress!.student_progress_id
  for (let elapsed = 10; elapsed <= seconds; elapsed += 10) {
    await course.move(10)
    const ranges = report?.(elapsed)
    await updateStudentProgressTime.run(studentCtx(), {
      student_progress_id,
      lease_id,
      sequence: elapsed,
      ...(ranges ? { ranges } : {}),
    })
  }
}

const completeLessons = async (...ids: number[]) => {
  for (const componentId of ids) {
    await spendTime(componentId, 60)
    await leave(componentId)
  }
}

const watch = (second: number) => [
  { media: video, duration_ms: 60_000, ranges: [{ from_ms: (second - 10) * 1000, to_ms: second * 1000 }] },
]

async function passQuiz(component_id: number) {
  await db.read`
    insert into learning.quiz_attempt ${db.read({
      organization_id: 1,
      student_course_id: studentCourseId,
      component_id,
      quiz_id: 1,
      attempt_number: 1,
      lk_quiz_attempt_status_id: 4,
      threshold: 80,
      submitted_at: new Date(),
      points: 1,
      total: 1,
      passed: true,
    })}`
}

const statusNow = async () =>
  (await getStudentCourse.run(studentCtx(), { studentCourseId })).studentCourse.lk_student_course_status_id

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => Promise.reject(new Error('was not refused')),
    (error) => ({ code: error.kind?.code, status: error.kind?.status, ...error.answer }),
  )

test('a lesson can be left only after its minimum time, counted by the server', async () => {
  await spendTime(parts.first, 50)
  const result = await refusal(leave(parts.first))
  expect(result).toMatchObject({ status: 422, code: 'REQUIREMENTS_MISSING', reason: 'TIME' })
  expect(result.missing[0].seconds).toBeLessThanOrEqual(10)
  await spendTime(parts.first, 10)
  expect(await leave(parts.first)).toMatchObject({
    nextComponentId: parts.second,
    redirect: `/course/${studentCourseId}/${parts.second}`,
  })
})

test('the request that leaves a lesson counts the seconds since the last heartbeat', async () => {
  await spendTime(parts.first, 50)
  await course.move(10)
  expect(await leave(parts.first)).toMatchObject({ nextComponentId: parts.second })
})

test("refuses to skip ahead: by address, by next, and by the client's next component", async () => {
  const ahead = await getComponent.run(studentCtx(), { studentCourseId, componentId: parts.film })
  expect(ahead).toEqual({ component: null, redirect: `/course/${studentCourseId}/${parts.first}` })
  expect(await refusal(leave(parts.film))).toMatchObject({ status: 422, reason: 'SEQUENCE' })
  expect(await refusal(leave(parts.second))).toMatchObject({ status: 422, reason: 'SEQUENCE' })
  await spendTime(parts.first, 60)
  const step = await leave(parts.first, { nextComponentId: parts.exam, isLastComponent: true })
  expect(step.nextComponentId).toBe(parts.second)
  expect(await refusal(complete.run(studentCtx(), { studentCourseId, advanced: true }))).toMatchObject({
    status: 422,
    code: 'CANNOT_COMPLETE',
  })
})

test('a completed lesson can be read again, and leaving it returns to the current one', async () => {
  await completeLessons(parts.first)
  expect(await open(parts.first)).toMatchObject({ completed_ind: true })
  expect((await leave(parts.first)).nextComponentId).toBe(parts.second)
})

test('a break lasts its time, no client can shorten it, and reopening does not restart it', async () => {
  await completeLessons(parts.first, parts.second)
  const breakComponent = await open(parts.pause)
  expect(breakComponent.lease_id).toBeNull()
  await course.move(200)
  await open(parts.pause)
  const response = await updateBreakComponentProgress.run(studentCtx(), {
    component: breakComponent,
    time_spent: 9_999,
    completed_ind: 1,
  })
  expect(response.studentProgress).toMatchObject({ completed_ind: false })
  expect(response.studentProgress.seconds_left).toBeLessThanOrEqual(100)
  expect(await refusal(leave(parts.pause))).toMatchObject({ reason: 'BREAK' })
  await course.move(100)
  expect(
    (await updateBreakComponentProgress.run(studentCtx(), { component: breakComponent })).studentProgress.completed_ind,
  ).toBe(true)
  expect((await leave(parts.pause)).nextComponentId).toBe(parts.film)
})

test('time in a lesson opened before a break does not continue during it', async () => {
  await completeLessons(parts.first, parts.second)
  const before = (await getStudentCourse.run(studentCtx(), { studentCourseId })).studentCourse.time_spent
  await open(parts.first)
  await open(parts.pause)
  await course.move(300)
  const after = (await getStudentCourse.run(studentCtx(), { studentCourseId })).studentCourse.time_spent
  expect(after - before).toBe(300)
  const [ledger] = await db.read<{ seconds: number }>`
    select coalesce(sum(extract(epoch from to_at - from_at)), 0)::float8 as seconds
    from learning.seat_range where student_course_id = ${studentCourseId}`
  expect(Math.floor(ledger!.seconds)).toBe(before)
})

async function advanceToFilm() {
  await completeLessons(parts.first, parts.second)
  await open(parts.pause)
  await course.move(300)
  await leave(parts.pause)
}

test('a video must be watched to its end before the student can continue', async () => {
  await advanceToFilm()
  await spendTime(parts.film, 30, watch)
  expect(await refusal(leave(parts.film))).toMatchObject({
    reason: 'VIDEOS',
    message: "You'll need to watch this video in order to continue. 50% Completed",
  })
  await spendTime(parts.film, 60, watch)
  expect((await open(parts.film)).unwatchedVideos).toEqual([])
  expect((await leave(parts.film)).nextComponentId).toBe(parts.quiz)
})

test('video progress of a heartbeat with a lost response is sent again, and every second counts once', async () => {
  await advanceToFilm()
  const watchedUntil = (second: number) => [{ ...watch(second)[0]!, ranges: [{ from_ms: 0, to_ms: second * 1000 }] }]
  await spendTime(parts.film, 30, watchedUntil)
  expect((await open(parts.film)).unwatchedVideos).toMatchObject([{ percent: 50 }])
  // The page is loaded again, on the same or another device, and continues where the server saw the video stop.
  const lesson = await loadLesson(studentCtx(), studentCourseId, parts.film)
  expect(lesson).toMatchObject({ videos: [{ media: video, seen_ms: 30_000 }] })
  await spendTime(parts.film, 30, (second) => [
    { ...watch(second)[0]!, ranges: [{ from_ms: 30_000, to_ms: 30_000 + second * 1000 }] },
  ])
  expect((await open(parts.film)).unwatchedVideos).toEqual([])
})

test('a lesson has its position, its neighbors and the contents of its chapter', async () => {
  await start.run(studentCtx(), { studentCourseId })
  const first = await loadLesson(studentCtx(), studentCourseId, parts.first)
  expect(first).toMatchObject({
    position: {
      number: 1,
      total: 5,
      chapter: { number: 1, total: 1, completed: 0, components: 5 },
      // Two minutes of lessons and a break of five.
      opens: { lessons: 3, minutes: 7, quiz_ind: true },
    },
    previous: null,
    following: `Part ${parts.second}`,
  })
  await completeLessons(parts.first)
  expect(await loadLesson(studentCtx(), studentCourseId, parts.second)).toMatchObject({
    position: { number: 2, chapter: { completed: 1 }, opens: null },
    previous: `/course/${studentCourseId}/${parts.first}`,
    following: `Part ${parts.pause}`,
  })
})

test('a lesson names the needs of the component after it, and of no other', async () => {
  await start.run(studentCtx(), { studentCourseId })
  const aheadIn = async (component_id: number) => {
    const lesson = await loadLesson(studentCtx(), studentCourseId, component_id)
    return 'redirect' in lesson ? lesson : lesson.ahead
  }
  const none = { files: [], videos: false, quizzes: false }
  expect(await aheadIn(parts.first)).toEqual({ ...none, kind: 'lesson' })
  await completeLessons(parts.first)
  expect(await aheadIn(parts.second)).toEqual({ ...none, kind: 'break' })
  // The quiz after the film.
  await advanceToFilm()
  expect(await aheadIn(parts.film)).toEqual({ ...none, kind: 'quiz' })
})

test('heartbeats delayed by the network and delivered together count for the time they cover', async () => {
  await advanceToFilm()
  const { studentProgress, lease_id } = await open(parts.film)
  const student_progress_id = studentProgress!.student_progress_id
  await course.move(60)
  for (let second = 10; second <= 60; second += 10) {
    const input = { student_progress_id, lease_id, sequence: second, ranges: watch(second) }
    await updateStudentProgressTime.run(studentCtx(), input)
  }
  expect((await open(parts.film)).unwatchedVideos).toEqual([])
})

test('time spent playing one video does not count for another', async () => {
  await advanceToFilm()
  const { studentProgress } = await open(parts.film)
  const { student_progress_id } = studentProgress!
  await db.read`
    insert into learning.watched_video (student_progress_id, organization_id, media, duration_ms, measured_ind)
    values (${student_progress_id}, 1, 'media/other.mp4', 60000, true)`
  const watchBoth = (second: number) => [...watch(second), { ...watch(second)[0]!, media: 'media/other.mp4' }]
  await spendTime(parts.film, 60, watchBoth)
  const videos = (await open(parts.film)).unwatchedVideos
  expect(videos).toEqual([{ media: 'media/other.mp4', percent: expect.any(Number), completed: false }])
  expect(videos[0]!.percent).toBeLessThan(20)
  await spendTime(parts.film, 60, (second) => [{ ...watch(second)[0]!, media: 'media/other.mp4' }])
  expect((await open(parts.film)).unwatchedVideos).toEqual([])
})

test('refuses video progress in one step, or sixteen times too fast', async () => {
  await advanceToFilm()
  const watchAll = () => [{ media: video, duration_ms: 60_000, ranges: [{ from_ms: 0, to_ms: 60_000 }] }]
  await spendTime(parts.film, 40, watchAll)
  expect((await open(parts.film)).unwatchedVideos).toEqual([{ media: video, percent: 0, completed: false }])
  const loopStart = () => [{ media: video, duration_ms: 60_000, ranges: [{ from_ms: 0, to_ms: 10_000 }] }]
  await spendTime(parts.film, 100, loopStart)
  expect(await refusal(leave(parts.film))).toMatchObject({ reason: 'VIDEOS' })
})

test("a video of unknown length is not completed by the student's claimed length, and is not required", async () => {
  await advanceToFilm()
  await db.read`update catalogue.attachment set duration_ms = null`
  const { studentProgress, unwatchedVideos } = await open(parts.film)
  expect(unwatchedVideos).toEqual([])
  const claimedSecond = () => [{ media: video, duration_ms: 1_000, ranges: [{ from_ms: 0, to_ms: 1_000 }] }]
  await spendTime(parts.film, 10, claimedSecond)
  const { student_progress_id } = studentProgress!
  const rows = () => db.read`
    select duration_ms, completed_at from learning.watched_video where student_progress_id = ${student_progress_id}`
  expect(await rows()).toEqual([])
  // An old row with a claimed length counts nothing until the file is measured.
  await db.read`
    insert into learning.watched_video (student_progress_id, organization_id, media, duration_ms, measured_ind)
    values (${student_progress_id}, 1, ${video}, 1000, false)`
  await spendTime(parts.film, 10, claimedSecond)
  expect((await open(parts.film)).unwatchedVideos).toEqual([])
  await db.read`update catalogue.attachment set duration_ms = 60000`
  expect((await open(parts.film)).unwatchedVideos).toEqual([{ media: video, percent: 0, completed: false }])
  await spendTime(parts.film, 10, claimedSecond)
  expect(await rows()).toEqual([{ duration_ms: 60_000, completed_at: null }])
})

test('the quiz and then the final exam pass the course, permanently', async () => {
  await advanceToFilm()
  await spendTime(parts.film, 60, watch)
  await leave(parts.film)
  await open(parts.quiz)
  expect(await refusal(leave(parts.quiz))).toMatchObject({ reason: 'QUIZ' })
  await passQuiz(parts.quiz)
  expect(await leave(parts.quiz)).toMatchObject({
    nextComponentId: parts.exam,
    redirect: `/course/${studentCourseId}/quiz/${parts.exam}`,
  })
  expect(await refusal(complete.run(studentCtx(), { studentCourseId }))).toMatchObject({ reason: 'FINAL_EXAM' })
  await passQuiz(parts.exam)
  const outcomes = await Promise.all([
    complete.run(studentCtx(), { studentCourseId }),
    studentCtx().tx((ctx) => passIfComplete(ctx, studentCourseId)),
    complete.run(studentCtx(), { studentCourseId }),
  ])
  expect(outcomes[0]).toMatchObject({ redirect: `/course/${studentCourseId}/passed` })
  expect(await statusNow()).toBe(status.passed)
  const passedFacts = course.facts.filter(
    ({ fact, data }) =>
      fact === 'learning.course_passed' && 'student_course_id' in data && data.student_course_id === studentCourseId,
  )
  expect(passedFacts).toHaveLength(1)
  const reopened = await fetchCourseByStudentCourseId.run(studentCtx(), { studentCourseId, componentId: parts.first })
  expect(reopened).toMatchObject({ component: null, redirect: `/course/${studentCourseId}/passed` })
})

test('lessons of a completed course are read again without a lease, progress or new answers', async () => {
  const system = course.ctx({ kind: 'system', name: 'test' })
  await system.sql`
    update learning.student_course set lk_student_course_status_id = ${status.passed}
    where student_course_id = ${studentCourseId}`
  const rows = async () => ({
    progress: await system.sql`select from learning.student_progress where student_course_id = ${studentCourseId}`,
    leases: await system.sql`select from learning.seat_lease where user_id = ${user_id}`,
  })
  const before = await rows()
  const lesson = await loadLesson(studentCtx(), studentCourseId, parts.first)
  expect(lesson).toMatchObject({ component_id: parts.first, seat: null, pause: null, videos: [], previous: null })
  expect(lesson).toMatchObject({ again: { next: `/course/${studentCourseId}/${parts.second}` } })
  expect(await rows()).toEqual(before)
  const passedPage = { redirect: `/course/${studentCourseId}/passed` }
  expect(await loadLesson(studentCtx(), studentCourseId, parts.quiz)).toEqual(passedPage)
  const stranger = course.student(await course.person())
  await expect(loadLesson(stranger, studentCourseId, parts.first)).rejects.toMatchObject({ kind: { status: 404 } })
})

test('lessons of an expired, disabled or refunded course stay closed', async () => {
  for (const courseStatus of [status.expired, status.disabled, status.refunded, status.failed]) {
    await course.ctx({ kind: 'system', name: 'test' }).sql`
      update learning.student_course set lk_student_course_status_id = ${courseStatus}
      where student_course_id = ${studentCourseId}`
    expect(await loadLesson(studentCtx(), studentCourseId, parts.first)).toHaveProperty('redirect')
  }
})

test('a final exam graded after the course was disabled does not reopen it', async () => {
  await passQuiz(parts.exam)
  await studentCtx().tx((ctx) => changeStatus(ctx, studentCourseId, status.disabled, 'system'))
  const requirements = await studentCtx().tx((ctx) => passIfComplete(ctx, studentCourseId))
  expect(requirements.length).toBeGreaterThan(0)
  expect(await statusNow()).toBe(status.disabled)
})

test('a passed final exam with remaining lessons passes nothing', async () => {
  await open(parts.first)
  await passQuiz(parts.exam)
  await studentCtx().tx((ctx) => passIfComplete(ctx, studentCourseId))
  expect(await statusNow()).toBe(status.attemptedCompletion)
  expect(await refusal(complete.run(studentCtx(), { studentCourseId }))).toMatchObject({ code: 'CANNOT_COMPLETE' })
})

test('the course is closed before registration and names the next step', async () => {
  await db.read`update learning.student_course set registered_at = null, lk_student_course_status_id = ${status.paidNotRegistered} where student_course_id = ${studentCourseId}`
  const redirect = `/course/${studentCourseId}/registration`
  expect(await refusal(start.run(studentCtx(), { studentCourseId }))).toMatchObject({ code: 'CANNOT_ENTER', redirect })
  expect(await getComponent.run(studentCtx(), { studentCourseId, componentId: parts.first })).toEqual({
    component: null,
    redirect,
  })
  expect(await refusal(leave(parts.first))).toMatchObject({ code: 'CANNOT_ENTER', redirect })
  expect(await refusal(complete.run(studentCtx(), { studentCourseId }))).toMatchObject({
    code: 'REG_INC',
    reason: 'REG_INC',
  })
})

test('opening the first lesson starts the course', async () => {
  await db.read`update learning.student_course set lk_student_course_status_id = ${status.paidRegistered} where student_course_id = ${studentCourseId}`
  await open(parts.first)
  expect(await statusNow()).toBe(status.inProgress)
  expect(await start.run(studentCtx(), { studentCourseId })).toMatchObject({
    redirect: `/course/${studentCourseId}/${parts.first}`,
  })
})

test('an expired course redirects to its own page', async () => {
  await db.read`update learning.student_course set expires_at = platform.now() + interval '1 day' where student_course_id = ${studentCourseId}`
  await open(parts.first)
  await course.move(90_000)
  const result = await getComponent.run(studentCtx(), { studentCourseId, componentId: parts.first })
  expect(result).toMatchObject({ component: null, redirect: `/course/${studentCourseId}/expired` })
})

test('staff disable a course in their organizations; its student is redirected to the reason', async () => {
  const staff = { ...studentActor(999), role: 'Instructor' as const, permissions: new Set(['MANAGE_STUDENTS:UPDATE']) }
  const input = { student_course_id: studentCourseId }
  expect(await refusal(disableStudentCourse.run(studentCtx(), input))).toMatchObject({ status: 403 })
  const ctxWithoutKey = course.ctx({ ...staff, permissions: new Set() })
  expect(await refusal(disableStudentCourse.run(ctxWithoutKey, input))).toMatchObject({ status: 403 })
  const otherStaff = course.ctx({ ...staff, organization_id: 2 }, 2)
  expect(await refusal(disableStudentCourse.run(otherStaff, input))).toMatchObject({ status: 404 })
  await disableStudentCourse.run(course.ctx(staff), input)
  const result = await getComponent.run(studentCtx(), { studentCourseId, componentId: parts.first })
  expect(result.redirect).toBe(`/course/${studentCourseId}/disabled`)
})

test('the outline lists the final exam separately and shows which components are available', async () => {
  await completeLessons(parts.first)
  const { tableOfContents } = await getTableOfContents.run(studentCtx(), { studentCourseId })
  expect(tableOfContents.map(({ final_ind }) => final_ind)).toEqual([false, true])
  const rows = tableOfContents[0]!.sections[0]!.components.map((component) => [
    component.component_id,
    component.completed_ind,
    component.reachable_ind,
  ])
  expect(rows.slice(0, 3)).toEqual([
    [parts.first, true, true],
    [parts.second, false, true],
    [parts.pause, false, false],
  ])
})

test("returns 404 for another student's course and a component of another course", async () => {
  const other = course.student(await course.person())
  const outsider = course.student(await course.person(2), 2)
  for (const ctx of [other, outsider]) {
    for (const call of [
      () => getComponent.run(ctx, { studentCourseId, componentId: parts.first }),
      () => fetchCourseByStudentCourseId.run(ctx, { studentCourseId }),
      () => getTableOfContents.run(ctx, { studentCourseId }),
      () => getCourseVersion.run(ctx, { studentCourseId }),
      () => getStudentCourse.run(ctx, { studentCourseId }),
      () => fetchCourseNameByStudentCourseId.run(ctx, { studentCourseId }),
      () => start.run(ctx, { studentCourseId }),
      () => next.run(ctx, { studentCourseId, componentId: parts.first }),
      () => complete.run(ctx, { studentCourseId }),
    ]) {
      expect(await refusal(call())).toMatchObject({ status: 404 })
    }
  }
  expect(await refusal(getComponent.run(studentCtx(), { studentCourseId, componentId: 9_999 }))).toMatchObject({
    status: 404,
  })
})

test('staff viewing as the student see the lesson, but cannot open it, earn time or continue', async () => {
  const viewer = course.ctx({ ...studentActor(user_id), viewed_by: 1 })
  const { component } = await getComponent.run(viewer, { studentCourseId, componentId: parts.first })
  expect(component).toMatchObject({ lease_id: null, studentProgress: null })
  for (const call of [
    () => next.run(viewer, { studentCourseId, componentId: parts.first }),
    () => complete.run(viewer, { studentCourseId }),
    () => start.run(viewer, { studentCourseId }),
  ]) {
    expect(await refusal(call())).toMatchObject({ status: 403 })
  }
})

test('many simultaneous clicks on Next advance by one', async () => {
  await spendTime(parts.first, 60)
  const clicks = await Promise.all(Array.from({ length: 8 }, () => leave(parts.first)))
  expect(new Set(clicks.map((click) => click.nextComponentId))).toEqual(new Set([parts.second]))
})
