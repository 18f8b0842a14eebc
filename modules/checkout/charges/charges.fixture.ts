import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { agreed, openShop, visa } from '#modules/checkout/checkout.fixture.ts'
import { takeCourse } from '#tests/fixtures/learning/quiz.ts'
import type { Client } from '#tests/support/app.ts'

/** The first quiz of the first demo course version. */
export const quiz = { version: 1, component: 1011 } as const

/** A shop with staff of its first organization, and the actions of students on orders created by staff. */
export async function openChargeShop() {
  const shop = await openShop()
  const { app } = shop
  const { read } = app.database
  const staff = await app.as(await app.userId('admin@example.com'))
  const firstOf = <T>(rows: readonly T[]) => rows[0]!

  /** A browser's request to pay a displayed order. */
  async function paymentBody(client: Client, order_id: number, card = visa) {
    const { data } = (await client.get('/order/open')).body
    const order = data.find((openOrder: { order_id: number }) => openOrder.order_id === order_id)
    const { intent_id, total } = order ?? { intent_id: crypto.randomUUID(), total: 0 }
    return { order_id, intent_id, total, creditCard: shop.creditCard(card), agreement: agreed }
  }

  return {
    ...shop,
    staff,
    paymentBody,
    pay: async (client: Client, order_id: number, card = visa) =>
      client.post('/payment/process', await paymentBody(client, order_id, card)),
    statusOf: async (student_course_id: number) =>
      firstOf(
        await read<{ at: number }>`
          select lk_student_course_status_id as at from learning.student_course
          where student_course_id = ${student_course_id}`,
      ).at,
    courseOf: async (user_id: number) =>
      firstOf(
        await read<{ student_course_id: number; at: number; expires_at: Date | null }>`
          select student_course_id, lk_student_course_status_id as at, expires_at from learning.student_course
          where user_id = ${user_id} order by student_course_id desc limit 1`,
      ),
    /** A course in progress, up to its first quiz. */
    startCourse: async (user_id: number) =>
      (await takeCourse(app, user_id, quiz.version, quiz.component)).studentCourseId,
    /** The same with a failed attempt at the quiz. */
    async failQuiz(user_id: number, attempts = 1) {
      const { studentCourseId } = await takeCourse(app, user_id, quiz.version, quiz.component)
      for (let attempt_number = 1; attempt_number <= attempts; attempt_number += 1)
        await read`
          insert into learning.quiz_attempt (organization_id, student_course_id, component_id, quiz_id, attempt_number,
            lk_quiz_attempt_status_id, threshold, submitted_at, points, total, passed)
          select organization_id, student_course_id, ${quiz.component}, 1, ${attempt_number}, 5, 80, platform.now(), 0, 5,
                 false
          from learning.student_course where student_course_id = ${studentCourseId}`
      return { student_course_id: studentCourseId, component_id: quiz.component }
    },
    /** Sets the course version's rules for retakes and reinstatements. */
    async setRules({ retake, registration }: { retake?: object; registration?: object }) {
      if (retake)
        await read`
          update catalogue.component
          set data = jsonb_set(data, '{configuration,retake}', data #> '{configuration,retake}' || ${read.json(retake)})
          where course_version_id = ${quiz.version} and component_id = ${quiz.component}`
      if (registration)
        await read`
          update catalogue.course_version
          set course_registration_options = course_registration_options || ${read.json(registration)}
          where course_version_id = ${quiz.version}`
      clearVersionCache()
    },
    /** The course's time ended a day ago, and the sweeper has run. */
    async expire(student_course_id: number) {
      await read`
        update learning.student_course
        set expires_at = platform.now() - interval '1 day', lk_student_course_status_id = 10
        where student_course_id = ${student_course_id}`
      await read`
        insert into learning.student_course_status_change (student_course_id, organization_id, from_status_id, to_status_id)
        select student_course_id, organization_id, 4, 10 from learning.student_course
        where student_course_id = ${student_course_id}`
    },
  }
}
