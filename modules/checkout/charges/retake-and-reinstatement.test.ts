import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { status } from '#modules/learning/index.ts'
import { openChargeShop } from './charges.fixture.ts'

const shop = await openChargeShop()
const { app, staff } = shop
const { read } = app.database
type Student = Awaited<ReturnType<typeof shop.newStudent>>
let student: Student
beforeEach(async () => {
  student = await shop.newStudent()
})
const quizParams = ({ student_course_id, component_id }: { student_course_id: number; component_id: number }) => ({
  studentCourseId: student_course_id,
  componentId: component_id,
})

describe('a paid retake', () => {
  beforeAll(() => shop.setRules({ retake: { fee: 12.5, attempts: 2 } }))

  test('is refused with a link to pay, and opens once paid', async () => {
    const failedCourse = await shop.failQuiz(student.user_id)
    const response = await student.post('/quiz/retake', quizParams(failedCourse))
    expect(response.body).toMatchObject({
      code: 'RETAKE_UNPAID',
      redirect: `/course/${failedCourse.student_course_id}/quiz/${failedCourse.component_id}/pay`,
    })
    const orderedResponse = await student.post('/order/createRetake', failedCourse)
    expect(orderedResponse.body).toMatchObject({ total: 12.5 })
    expect((await student.post('/order/createRetake', failedCourse)).body.order_id).toBe(orderedResponse.body.order_id)
    expect((await student.get('/student/getUnpaidRetake')).body.data).toHaveLength(1)
    expect((await student.post('/quiz/retake', quizParams(failedCourse))).status).toBe(422)
    await shop.pay(student, orderedResponse.body.order_id)
    expect((await student.post('/quiz/retake', quizParams(failedCourse))).status).toBe(200)
    expect((await student.post('/order/createRetake', failedCourse)).body.code).toBe('NOTHING_TO_RETAKE')
    expect(await shop.bookFaults()).toEqual([])
  })

  test("is refused for a quiz not failed, for another student, and after the course's last attempt", async () => {
    const student_course_id = await shop.startCourse(student.user_id)
    const component_id = 1011
    expect((await student.post('/order/createRetake', { student_course_id, component_id })).status).toBe(422)
    const other = await shop.newStudent()
    const failedCourse = await shop.failQuiz(student.user_id)
    expect((await other.post('/order/createRetake', failedCourse)).status).toBe(404)
    const exhausted = await shop.failQuiz(student.user_id, 3)
    expect((await student.post('/order/createRetake', exhausted)).body.code).toBe('NOTHING_TO_RETAKE')
  })

  test('is granted by staff after the last attempt: once paid, the failed course continues with one more', async () => {
    const exhausted = await shop.failQuiz(student.user_id, 3)
    await read`
      update learning.student_course set lk_student_course_status_id = ${status.failed}
      where student_course_id = ${exhausted.student_course_id}`
    const charged = await staff.post('/student/addUnpaidRetake', { ...exhausted, price: 40 })
    expect(charged.body.total).toBe(40)
    expect(await shop.statusOf(exhausted.student_course_id)).toBe(status.failed)
    await shop.pay(student, charged.body.order_id)
    expect(await shop.statusOf(exhausted.student_course_id)).toBe(status.inProgress)
    expect((await student.post('/quiz/retake', quizParams(exhausted))).status).toBe(200)
  })

  test('is refunded and removed if not started, and otherwise stays', async () => {
    for (const isStarted of [false, true]) {
      const buyer = await shop.newStudent()
      const failedCourse = await shop.failQuiz(buyer.user_id)
      const { order_id } = (await buyer.post('/order/createRetake', failedCourse)).body
      await shop.pay(buyer, order_id)
      if (isStarted) expect((await buyer.post('/quiz/retake', quizParams(failedCourse))).status).toBe(200)
      const [payment] = await read<{ payment_id: number }>`
        select payment_id from checkout.payment where order_id = ${order_id}`
      const refund = { ...payment, amount: 12.5, existing_refund_amount: 0, total: 12.5 }
      // An unused retake and an unused reinstatement that someone else paid for stay.
      const neighbor = await shop.failQuiz((await shop.newStudent()).user_id)
      await read`
        insert into learning.course_reinstatement (organization_id, student_course_id, order_item_id)
        select 1, ${neighbor.student_course_id}, max(order_item_id) + ${isStarted ? 1_000 : 2_000} from checkout.order_item`
      expect((await staff.post('/payment/refund', refund)).status).toBe(200)
      expect(
        await read`
        select from learning.course_reinstatement where student_course_id = ${neighbor.student_course_id}`,
      ).toHaveLength(1)
      const paid = await read`
        select from learning.quiz_retake_payment where student_course_id = ${failedCourse.student_course_id}`
      expect(paid).toHaveLength(isStarted ? 1 : 0)
      if (!isStarted)
        expect((await buyer.post('/quiz/retake', quizParams(failedCourse))).body.code).toBe('RETAKE_UNPAID')
    }
  })

  test('cannot be paid when nothing is left to retake', async () => {
    const failedCourse = await shop.failQuiz(student.user_id)
    const { order_id } = (await student.post('/order/createRetake', failedCourse)).body
    const input = await shop.paymentBody(student, order_id)
    await read`
      update learning.quiz_attempt set lk_quiz_attempt_status_id = 4, passed = true, points = total
      where student_course_id = ${failedCourse.student_course_id}`
    expect((await student.post('/payment/process', input)).body.code).toBe('NOTHING_TO_RETAKE')
  })
})

describe('an expired course', () => {
  const reinstate = (client: Student, student_course_id: number) =>
    client.post('/course/reinstateStudentCourse', { params: { student_course_id } })
  const setRules = (registration: object) =>
    shop.setRules({ registration: { reinstatementEnabled: true, reinstatementAttempts: 1, ...registration } })
  const timeSpent = async (student_course_id: number) =>
    (
      await read<{ ms: number }>`
        select coalesce(sum(credited_ms), 0)::float8 as ms from learning.student_progress
        where student_course_id = ${student_course_id}`
    )[0]!.ms

  async function addExpiredCourseWithTime() {
    const student_course_id = await shop.startCourse(student.user_id)
    await read`
      update learning.student_progress set credited_ms = 60000
      where student_progress_id = (select min(student_progress_id) from learning.student_progress
                                   where student_course_id = ${student_course_id})`
    await shop.expire(student_course_id)
    return student_course_id
  }

  test('restarts immediately if free, as often as allowed, with its records and a new expiry date', async () => {
    await setRules({ reinstatementFee: 0, reinstatementAction: 'allow_enter' })
    const student_course_id = await addExpiredCourseWithTime()
    const before = await timeSpent(student_course_id)
    const responses = await Promise.all(Array.from({ length: 6 }, () => reinstate(student, student_course_id)))
    expect(responses.filter(({ status: code }) => code === 200)).toHaveLength(1)
    expect(await shop.statusOf(student_course_id)).toBe(status.inProgress)
    expect([before, await timeSpent(student_course_id)]).toEqual([60_000, 60_000])
    expect((await shop.courseOf(student.user_id)).expires_at!.getTime()).toBeGreaterThan(Date.now())
    await shop.expire(student_course_id)
    expect((await reinstate(student, student_course_id)).body.code).toBe('NOT_REINSTATABLE')
  })

  test('waits for its fee: ordered once, paid once, then open', async () => {
    await setRules({ reinstatementFee: 25, reinstatementAction: 'allow_enter' })
    const student_course_id = await addExpiredCourseWithTime()
    const refusedResponse = await reinstate(student, student_course_id)
    expect([refusedResponse.body.code, refusedResponse.body.redirect]).toEqual([
      'REINSTATEMENT_UNPAID',
      `/course/${student_course_id}/reinstate`,
    ])
    const order = () => student.post('/order/createReinstatement', { student_course_id })
    const responses = await Promise.all(Array.from({ length: 6 }, order))
    expect(new Set(responses.map(({ status: code, body }) => `${code} ${body.order_id}`)).size).toBe(1)
    const response = await staff.get(`/student/getUnpaidReinstatement?user_id=${student.user_id}`)
    expect(response.body.data).toMatchObject([{ total: 25, charged_ind: false }])
    expect(await shop.statusOf(student_course_id)).toBe(status.expired)
    await shop.pay(student, responses[0]!.body.order_id)
    expect(await shop.statusOf(student_course_id)).toBe(status.inProgress)
    expect(await timeSpent(student_course_id)).toBe(60_000)
    await shop.expire(student_course_id)
    expect((await order()).body.code).toBe('NOTHING_TO_REINSTATE')
    const grantedResponse = await staff.post('/student/addUnpaidReinstatement', { student_course_id })
    expect([grantedResponse.status, grantedResponse.body.total]).toEqual([200, 25])
    expect(await shop.bookFaults()).toEqual([])
  })

  test('keeps a fee paid while disabled, and restarts when possible', async () => {
    await setRules({ reinstatementFee: 25, reinstatementAction: 'allow_enter' })
    const student_course_id = await addExpiredCourseWithTime()
    const { order_id } = (await student.post('/order/createReinstatement', { student_course_id })).body
    const input = await shop.paymentBody(student, order_id)
    shop.simulator.script('reset-after-capture')
    expect((await student.post('/payment/process', input)).body.pending).toBe(true)
    const setStatus = (statusId: number) =>
      read`update learning.student_course set lk_student_course_status_id = ${statusId} where student_course_id = ${student_course_id}`
    await setStatus(status.disabled)
    const { resolvePayments } = await import('#modules/checkout/payments/resolve-payments.ts')
    await resolvePayments(await app.ctx({ kind: 'system', name: 'test' }))
    expect(await shop.statusOf(student_course_id)).toBe(status.disabled)
    await setStatus(status.expired)
    expect((await reinstate(student, student_course_id)).status).toBe(200)
    expect(await shop.statusOf(student_course_id)).toBe(status.inProgress)
  })

  test('starts over if the course requires it; former records and the ledger are unchanged', async () => {
    await setRules({ reinstatementFee: 0, reinstatementAction: 'reset_progress' })
    const { student_course_id, component_id } = await shop.failQuiz(student.user_id)
    await shop.expire(student_course_id)
    expect((await reinstate(student, student_course_id)).status).toBe(200)
    expect(await shop.statusOf(student_course_id)).toBe(status.paidRegistered)
    const [counts] = await read`
      select (select count(*)::int from learning.quiz_attempt where student_course_id = ${student_course_id}) as attempts,
             (select count(*)::int from learning.student_progress
              where student_course_id = ${student_course_id} and completed_at is not null) as completed,
             (select count(*)::int from learning.reset_record r
              where r.kind = 'quiz_attempt' and (r.was ->> 'component_id')::int = ${component_id}
                and (r.was ->> 'student_course_id')::int = ${student_course_id}) as archived`
    expect(counts).toEqual({ attempts: 0, completed: 0, archived: 1 })
    const { body } = await student.get(`/course/fetchCourseByStudentCourseId?studentCourseId=${student_course_id}`)
    expect(body.error ?? false).toBe(false)
  })

  test('archives each record unchanged when it starts over, and keeps a paid attempt that was not started', async () => {
    await setRules({ reinstatementFee: 0, reinstatementAction: 'reset_progress' })
    const { student_course_id, component_id } = await shop.failQuiz(student.user_id, 2)
    const ofCourse = { organization_id: 1, student_course_id }
    await read`
      update learning.student_progress
      set credited_ms = 60000, completed_at = platform.now(), advanced_ind = true, break_started_at = platform.now()
      where student_course_id = ${student_course_id}`
    await read`
      insert into learning.watched_video (student_progress_id, organization_id, media)
      select student_progress_id, 1, 'lane.mp4' from learning.student_progress
      where student_course_id = ${student_course_id} limit 1`
    await read`
      insert into learning.quiz_answer
        (organization_id, quiz_attempt_id, question_id, position, required, no_edit_after_save, answer)
      select 1, quiz_attempt_id, 1, 1, true, false, '3' from learning.quiz_attempt
      where student_course_id = ${student_course_id}`
    await read`
      insert into learning.returned_answer (organization_id, quiz_attempt_id, question_id, answer)
      select 1, min(quiz_attempt_id), 1, '2' from learning.quiz_attempt where student_course_id = ${student_course_id}`
    const inline = { component_id, quiz_id: 1, question_id: 1, answer: read.json([4]), correct: true }
    await read`insert into learning.inline_answer ${read({ ...ofCourse, ...inline })}`
    for (const [attempt_number, order_item_id] of [
      [2, 900_001],
      [3, 900_002],
    ])
      await read`
        insert into learning.quiz_retake_payment ${read({ ...ofCourse, component_id, attempt_number, order_item_id })}`
    for (const kind of ['quiz', 'document'])
      await read`
        insert into learning.submission ${read({ ...ofCourse, kind, finished_at: new Date(0), waiting: 1 })}
        on conflict do nothing`
    await read`insert into learning.external_exam ${read({ ...ofCourse, kind: 'proctored', provider: 'test', ask_at: new Date(0) })}`

    type Row = Record<string, unknown>
    const kinds = [
      'student_progress',
      'watched_video',
      'quiz_attempt',
      'quiz_answer',
      'returned_answer',
      'inline_answer',
      'quiz_retake_payment',
    ]
    const rowsOf = async (kind: string): Promise<Row[]> => {
      const rows = await read<{ was: Row }>`
        select was from learning.${read(kind)} p cross join lateral (select to_jsonb(p) as was) j
        where (was ->> 'student_course_id')::int = ${student_course_id}
           or (was ->> 'quiz_attempt_id')::int in
              (select quiz_attempt_id from learning.quiz_attempt where student_course_id = ${student_course_id})
           or (was ->> 'student_progress_id')::int in
              (select student_progress_id from learning.student_progress where student_course_id = ${student_course_id})
        order by was::text`
      return rows.map(({ was }) => was)
    }
    const stored = async () =>
      new Map(await Promise.all(kinds.map(async (kind) => [kind, await rowsOf(kind)] as const)))
    const before = await stored()
    for (const [kind, rows] of before) expect(`${kind} ${rows.length > 0}`).toBe(`${kind} true`)

    await shop.expire(student_course_id)
    expect((await reinstate(student, student_course_id)).status).toBe(200)
    const records = await read<{ kind: string; was: Row }>`
      select r.kind, r.was from learning.reset_record r join learning.course_reinstatement c using (course_reinstatement_id)
      where c.student_course_id = ${student_course_id} order by r.was::text`
    const unspent = before.get('quiz_retake_payment')!.filter(({ attempt_number }) => attempt_number === 3)
    const spent = before.get('quiz_retake_payment')!.filter(({ attempt_number }) => attempt_number === 2)
    for (const kind of kinds) {
      const archived = records.filter((record) => record.kind === kind).map(({ was }) => was)
      expect({ kind, archived }).toEqual({ kind, archived: kind === 'quiz_retake_payment' ? spent : before.get(kind) })
    }
    const zero = { credited_ms: 0, completed_at: null, advanced_ind: false, break_started_at: null }
    expect(Object.fromEntries(await stored())).toEqual({
      ...Object.fromEntries(kinds.map((kind) => [kind, []])),
      student_progress: before.get('student_progress')!.map((row) => ({ ...row, ...zero })),
      quiz_retake_payment: unspent,
    })
    const [reset] = await read`
      select array(select kind from learning.submission where student_course_id = ${student_course_id}) as submissions,
             (select cleared_at is not null and ask_at is null from learning.external_exam
              where student_course_id = ${student_course_id}) as cleared,
             current_component_id
      from learning.student_course where student_course_id = ${student_course_id}`
    expect(reset).toEqual({ submissions: ['document'], cleared: true, current_component_id: null })
  })

  test('cannot be reinstated by others, before it expires, or where reinstatement is not offered', async () => {
    await setRules({ reinstatementFee: 0, reinstatementAction: 'allow_enter' })
    const student_course_id = await addExpiredCourseWithTime()
    const other = await shop.newStudent()
    expect((await reinstate(other, student_course_id)).status).toBe(404)
    expect((await other.post('/order/createReinstatement', { student_course_id })).status).toBe(404)
    const runningCount = await shop.startCourse(student.user_id)
    expect((await reinstate(student, runningCount)).body.code).toBe('NOT_REINSTATABLE')
    await shop.setRules({ registration: { reinstatementEnabled: false } })
    expect((await reinstate(student, student_course_id)).body.code).toBe('NOT_REINSTATABLE')
  })

  test('T-30: no student request reinstates or changes a course in any other status', async () => {
    await setRules({ reinstatementFee: 0, reinstatementAction: 'allow_enter' })
    const student_course_id = await shop.startCourse(student.user_id)
    for (const statusId of Object.values(status).filter((id) => id !== status.expired)) {
      await read`
        update learning.student_course set lk_student_course_status_id = ${statusId} where student_course_id = ${student_course_id}`
      const responses = [
        await reinstate(student, student_course_id),
        await student.post('/order/createReinstatement', { student_course_id }),
        await student.post('/student/addUnpaidReinstatement', { student_course_id }),
      ]
      expect([statusId, ...responses.map((response) => response.status)]).toEqual([statusId, 422, 422, 403])
      expect(await shop.statusOf(student_course_id)).toBe(statusId)
    }
  })
})

const offerExtras = () =>
  shop.setRules({
    retake: { fee: 25, attempts: 2 },
    registration: {
      reinstatementEnabled: true,
      reinstatementAttempts: 1,
      reinstatementFee: 25,
      reinstatementAction: 'allow_enter',
    },
  })

async function addExpiredCourse() {
  const student_course_id = await shop.startCourse(student.user_id)
  await shop.expire(student_course_id)
  return student_course_id
}

describe('an open order of an extra', () => {
  beforeAll(offerExtras)

  /** Another order pays for the same extra while this one is open: then it can neither be paid nor ordered again. */
  async function expectPaidOnce(
    code: string,
    orders: readonly (() => ReturnType<Student['post']>)[],
    payOther: () => Promise<unknown>,
  ) {
    const { order_id } = (await orders[0]!()).body
    const input = await shop.paymentBody(student, order_id)
    await payOther()
    expect((await student.post('/payment/process', input)).body.code).toBe(code)
    await student.put('/order/cancel', { order_id })
    for (const order of orders) expect((await order()).body.code).toBe(code)
  }

  test('cannot be paid if another one has paid for the same attempt at the quiz', async () => {
    const failedCourse = await shop.failQuiz(student.user_id)
    const orders = [
      () => student.post('/order/createRetake', failedCourse),
      () => staff.post('/student/addUnpaidRetake', failedCourse),
    ]
    await expectPaidOnce('NOTHING_TO_RETAKE', orders, async () => {
      await read`
        insert into learning.quiz_retake_payment (organization_id, student_course_id, component_id, attempt_number, order_item_id)
        select organization_id, student_course_id, ${failedCourse.component_id}, 2, 900_100
        from learning.student_course where student_course_id = ${failedCourse.student_course_id}`
    })
  })

  test('cannot be paid if another one has paid for the same reinstatement', async () => {
    const student_course_id = await addExpiredCourse()
    const orders = [
      () => student.post('/order/createReinstatement', { student_course_id }),
      () => staff.post('/student/addUnpaidReinstatement', { student_course_id }),
    ]
    await expectPaidOnce('NOTHING_TO_REINSTATE', orders, async () => {
      await read`
        insert into learning.course_reinstatement (organization_id, student_course_id, order_item_id)
        select organization_id, student_course_id, 900_101
        from learning.student_course where student_course_id = ${student_course_id}`
    })
  })

  test("a reinstatement can't be ordered for a course that offers none, or no further one", async () => {
    const student_course_id = await addExpiredCourse()
    const order = () => student.post('/order/createReinstatement', { student_course_id })
    for (const registration of [{ reinstatementEnabled: false }, { reinstatementAttempts: 0 }]) {
      await shop.setRules({ registration })
      expect((await order()).body.code).toBe('NOTHING_TO_REINSTATE')
      await shop.setRules({ registration: { reinstatementEnabled: true, reinstatementAttempts: 1 } })
    }
    expect((await order()).status).toBe(200)
  })
})

describe('the refund of an extra that was not used', () => {
  beforeAll(offerExtras)
  async function retake() {
    const failedCourse = await shop.failQuiz(student.user_id)
    return student.post('/order/createRetake', failedCourse)
  }
  async function reinstatement() {
    const student_course_id = await addExpiredCourse()
    return student.post('/order/createReinstatement', { student_course_id })
  }
  const cases = [
    ['quiz_retake_payment', retake],
    ['course_reinstatement', reinstatement],
  ] as const
  const choices = [
    { ends_enrolment: undefined, left: 0 },
    { ends_enrolment: true, left: 0 },
    { ends_enrolment: false, left: 1 },
  ]
  test.each(cases.flatMap(([table, order]) => choices.map((choice) => ({ table, order, ...choice }))))(
    'withdraws it unless staff choose that it stays: $table, $ends_enrolment',
    async ({ table, order, ends_enrolment, left }) => {
      const { order_id } = (await order()).body
      expect((await shop.pay(student, order_id)).status).toBe(200)
      await read`update learning.course_reinstatement set used_at = null, action = null where order_item_id is not null`
      const [payment] = await read<{ payment_id: number; order_item_id: number }>`
        select p.payment_id, i.order_item_id from checkout.payment p join checkout.order_item i using (order_id)
        where order_id = ${order_id}`
      const { payment_id, order_item_id } = payment!
      const extras = () => read`select from learning.${read(table)} where order_item_id = ${order_item_id}`
      expect(await extras()).toHaveLength(1)
      shop.simulator.settle()
      const lines = [{ order_item_id, amount: 25, ends_enrolment }]
      const refund = { payment_id, amount: 25, existing_refund_amount: 0, total: 25, lines }
      expect((await staff.post('/payment/refund', refund)).body.message).toBe('Refund Completed.')
      expect(await extras()).toHaveLength(left)
    },
  )
})
