import { beforeAll, beforeEach, expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { courseFixture, parts, video } from '#tests/fixtures/learning/course.ts'
import { countCourses } from './count-courses.ts'
import { reinstate, reinstatePaid } from './reinstate.ts'
import { listReinstatements } from './reinstatement.sql.ts'

const { db, app } = await testDatabase()
const { read } = db
let course: Awaited<ReturnType<typeof courseFixture>>
beforeAll(async () => {
  course = await courseFixture({ db, app })
})

async function offer(options: object, fee_cents = 0) {
  const settings = {
    reinstatementEnabled: true,
    reinstatementAttempts: 1,
    reinstatementFee: 0,
    daysDueAt: 30,
    ...options,
  }
  await read`
    update catalogue.course_version
    set course_registration_options = course_registration_options || ${read.json(settings)},
      reinstatement_fee_cents = ${fee_cents}, registration_expires_after_days = 90`
  clearVersionCache()
}
beforeEach(() => offer({ reinstatementAction: 'allow_enter' }))

/** An expired course of a new student, which was in this status before. */
async function addExpiredCourse(before: number = status.inProgress, registered = true) {
  const user_id = await course.person()
  const id = await course.enrolled(user_id, status.expired)
  await read`
    insert into learning.student_course_status_change (student_course_id, organization_id, from_status_id, to_status_id)
    values (${id}, 1, ${before}, ${status.expired})`
  await read`
    update learning.student_course
    set expires_at = platform.now() - interval '1 day', registered_at = case when ${registered} then registered_at end
    where student_course_id = ${id}`
  return { id, ctx: course.student(user_id) }
}
type Expired = Awaited<ReturnType<typeof addExpiredCourse>>
const open = ({ id, ctx }: Expired) =>
  ctx
    .tx((inner) => reinstate(inner, id))
    .then(
      () => 'open',
      (error) => error.kind.code,
    )
const pay = ({ id }: Expired, order_item_id: number) =>
  course.ctx({ kind: 'system', name: 'test' }).tx((inner) => reinstatePaid(inner, id, order_item_id))
async function stateOf({ id }: Expired) {
  const [row] = await read<{ at: number; days: number | null; audited: number }>`
    select lk_student_course_status_id as at,
      round(extract(epoch from expires_at - platform.now()) / 86400)::int as days,
      (select count(*)::int from platform.audit_event
       where action = 'course.reinstate' and subject = ${`student_course_id:${id}`}) as audited
    from learning.student_course where student_course_id = ${id}`
  return row!
}

test('a free reinstatement opens an expired course for its days, as often as the course allows', async () => {
  const student = await addExpiredCourse()
  expect(await open(student)).toBe('open')
  expect(await stateOf(student)).toEqual({ at: status.inProgress, days: 30, audited: 1 })
  expect(await open(student)).toBe('NOT_REINSTATABLE')
  await read`
    update learning.student_course set expires_at = platform.now() - interval '1 hour'
    where student_course_id = ${student.id}`
  // Its only reinstatement was used.
  expect(await open(student)).toBe('NOT_REINSTATABLE')
  await offer({ reinstatementAttempts: 2, daysDueAt: null })
  expect(await open(student)).toBe('open')
  expect(await stateOf(student)).toEqual({ at: status.inProgress, days: 90, audited: 2 })
})

test.each<[string, object, number, string]>([
  ['that is not offered', { reinstatementEnabled: false }, 0, 'NOT_REINSTATABLE'],
  ['without attempts', { reinstatementAttempts: 0 }, 0, 'NOT_REINSTATABLE'],
  ["with the registration's fee", { reinstatementFee: 5 }, 0, 'REINSTATEMENT_UNPAID'],
  ["with the course's fee", {}, 500, 'REINSTATEMENT_UNPAID'],
])('a reinstatement %s is refused to the student, and possible once paid', async (_, options, fee_cents, code) => {
  await offer(options, fee_cents)
  const student = await addExpiredCourse()
  expect(await open(student)).toBe(code)
  expect(await stateOf(student)).toMatchObject({ at: status.expired, audited: 0 })
  const line = 1_000 + student.id
  await pay(student, line)
  await pay(student, line)
  expect(await stateOf(student)).toEqual({ at: status.inProgress, days: 30, audited: 1 })
  expect(await listReinstatements(student.ctx, student.id)).toMatchObject([
    { order_item_id: line, used_at: expect.any(Date) },
  ])
})

test('a course is over at the moment of its end, also before the sweep; one that is not cannot be reinstated', async () => {
  const user_id = await course.person()
  const id = await course.enrolled(user_id)
  const student = { id, ctx: course.student(user_id) }
  const now = new Date()
  const endAt = (expires_at: Date | null) => read`
    update learning.student_course set expires_at = ${expires_at} where student_course_id = ${id}`
  const at = { id, ctx: student.ctx.as({ now }) }
  for (const end of [null, new Date(now.getTime() + 1)]) {
    await endAt(end)
    expect(await open(at)).toBe('NOT_REINSTATABLE')
  }
  await endAt(now)
  expect(await open(at)).toBe('open')
})

test('a paid reinstatement of a course that is not expired stays for later, and is not used for another course', async () => {
  await offer({}, 500)
  const [student, other] = [await addExpiredCourse(), await addExpiredCourse()]
  const disable = (courseStatus: number) => read`
    update learning.student_course set lk_student_course_status_id = ${courseStatus} where student_course_id = ${student.id}`
  await disable(status.disabled)
  await pay(student, 2_001)
  expect((await stateOf(student)).at).toBe(status.disabled)
  await pay(other, 2_002)
  const used = async ({ id, ctx }: Expired) =>
    (await listReinstatements(ctx, id)).map(({ used_at }) => used_at !== null)
  expect([await used(student), await used(other)]).toEqual([[false], [true]])
  await disable(status.expired)
  expect(await open(student)).toBe('open')
  expect(await used(student)).toEqual([true])
  await disable(status.expired)
  // The paid one was used.
  expect(await open(student)).not.toBe('open')
})

test('the course returns to its status before the end, unless the student was completing it or it was elsewhere', async () => {
  const after = async (before: number, registered: boolean) => {
    const student = await addExpiredCourse(before, registered)
    await open(student)
    return (await stateOf(student)).at
  }
  for (const before of [1, 3, 4, 11, 12]) expect(await after(before, true)).toBe(before)
  for (const before of [status.attemptedCompletion, status.inReview, status.grading]) {
    expect(await after(before, true)).toBe(status.paidRegistered)
    expect(await after(before, false)).toBe(status.paidNotRegistered)
  }
})

test('a course that starts over archives and clears its progress, not that of others, and keeps what was paid', async () => {
  await offer({ reinstatementAction: 'reset_progress' })
  const [student, other] = [await addExpiredCourse(), await addExpiredCourse()]
  for (const { id } of [student, other]) {
    const courseKey = { student_course_id: id, organization_id: 1 }
    const [progress] = await read<{ student_progress_id: number }>`
      insert into learning.student_progress ${read({
        ...courseKey,
        component_id: parts.film,
        credited_ms: 5_000,
        completed_at: new Date(),
        advanced_ind: true,
        break_started_at: new Date(),
      })} returning student_progress_id`
    await read`insert into learning.watched_video ${read({ ...progress!, organization_id: 1, media: video })}`
    const attempt = { ...courseKey, component_id: parts.quiz, quiz_id: 1, attempt_number: 2, threshold: 80, total: 1 }
    const [{ quiz_attempt_id } = { quiz_attempt_id: 0 }] = await read<{ quiz_attempt_id: number }>`
      insert into learning.quiz_attempt ${read({ ...attempt, lk_quiz_attempt_status_id: 5, submitted_at: new Date() })}
      returning quiz_attempt_id`
    const answer = { organization_id: 1, quiz_attempt_id, question_id: 1 }
    await read`insert into learning.quiz_answer ${read({ ...answer, position: 1, required: true, no_edit_after_save: false })}`
    await read`insert into learning.returned_answer ${read(answer)}`
    await read`insert into learning.inline_answer ${read({ ...courseKey, component_id: parts.first, quiz_id: 1, question_id: 1 })}`
    for (const attempt_number of [2, 3])
      await read`
        insert into learning.quiz_retake_payment ${read({
          ...courseKey,
          component_id: parts.quiz,
          attempt_number,
          order_item_id: id * 10 + attempt_number,
        })}`
    for (const kind of ['quiz', 'document'])
      await read`insert into learning.submission ${read({ ...courseKey, kind, finished_at: new Date(), waiting: 1 })}
        on conflict (student_course_id, kind) do nothing`
    await read`
      insert into learning.external_exam ${read({ ...courseKey, kind: 'proctored', provider: 'stub', ask_at: new Date() })}`
    await read`
      update learning.student_course set current_component_id = ${parts.film} where student_course_id = ${id}`
  }
  const contents = async ({ id }: Expired) =>
    (
      await read`
        select p.credited_ms::int as credited_ms, p.completed_at is null as open, p.advanced_ind,
          p.break_started_at is null as unbroken, sc.current_component_id,
          (select count(*)::int from learning.watched_video w where w.student_progress_id = p.student_progress_id) as videos,
          (select count(*)::int from learning.quiz_attempt a where a.student_course_id = sc.student_course_id) as attempts,
          (select count(*)::int from learning.inline_answer a where a.student_course_id = sc.student_course_id) as inline,
          array(select r.attempt_number from learning.quiz_retake_payment r
                where r.student_course_id = sc.student_course_id order by 1) as retakes,
          array(select s.kind from learning.submission s where s.student_course_id = sc.student_course_id order by 1) as kinds,
          (select e.cleared_at is not null and e.ask_at is null from learning.external_exam e
           where e.student_course_id = sc.student_course_id) as cleared
        from learning.student_course sc join learning.student_progress p using (student_course_id)
        where sc.student_course_id = ${id} and p.component_id = ${parts.film}`
    )[0]
  const untouched = await contents(other)
  expect(untouched).toMatchObject({ credited_ms: 5_000, videos: 1, attempts: 1, inline: 1, retakes: [2, 3] })
  expect(await open(student)).toBe('open')
  expect(await stateOf(student)).toMatchObject({ at: status.paidRegistered, days: 30 })
  expect(await contents(student)).toEqual({
    credited_ms: 0,
    open: true,
    advanced_ind: false,
    unbroken: true,
    current_component_id: null,
    videos: 0,
    attempts: 0,
    inline: 0,
    retakes: [3],
    kinds: ['document'],
    cleared: true,
  })
  expect(await contents(other)).toEqual(untouched)
  const records = await read<{ kind: string }>`
    select r.kind from learning.reset_record r join learning.course_reinstatement c using (course_reinstatement_id)
    where c.student_course_id = ${student.id} order by 1`
  expect(records.map(({ kind }) => kind)).toEqual([
    'inline_answer',
    'quiz_answer',
    'quiz_attempt',
    'quiz_retake_payment',
    'returned_answer',
    'student_progress',
    'watched_video',
  ])
})

test('a course counts its enrollments, students and valid certificates in scope', async () => {
  const ownCtx = course.ctx({ kind: 'system', name: 'test' })
  const [{ n } = { n: 0 }] = await read<{ n: number }>`select count(*)::int as n from learning.student_course`
  const user_id = await course.person()
  for (const _ of [1, 2]) await course.enrolled(user_id)
  const [before] = await countCourses(ownCtx, [1])
  const [students] = await read<{ n: number }>`select count(distinct user_id)::int as n from learning.student_course`
  expect(before).toEqual({ course_id: 1, courses_count: n + 2, students_count: students!.n, certificates_count: 0 })
  expect(await countCourses(course.ctx({ kind: 'system', name: 'test' }, 2), [1])).toEqual([])
})
