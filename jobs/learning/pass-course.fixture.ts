import { changeStatus, coursePassed, enrol, oweCompletionReport, status } from '../../modules/learning/index.ts'
import type { TestApp } from '../../tests/support/app.ts'

let orders = 7_000

/** Somebody passes a demo course (1 Florida, 2 theory, 3 in Spanish, 4 permit) of the default organization. */
export async function passCourse(
  app: TestApp,
  user_id: number,
  course_id: number,
  driver_license = 'D123456789012',
): Promise<number> {
  const [sold] = await app.database.read<{ course_website_id: number; course_version_id: number; question_id: number }>`
    select w.course_website_id, w.course_version_id, q.question_id
    from catalogue.v_course_website w
    join catalogue.question q using (course_version_id)
    where w.course_id = ${course_id} and q.used_in = 'registration' and q.lk_question_type_id = 9 limit 1`
  const { question_id, ...bought } = sold!
  orders += 1
  const system = await app.ctx({ kind: 'system', name: 'test' })
  return system.tx(async (ctx) => {
    const { student_course_id } = await enrol(ctx, {
      ...bought,
      user_id,
      organization_id: 1,
      lk_shipping_type_id: 1,
      audio_ind: false,
      order_item_id: orders,
      paid: true,
    })
    await ctx.sql`
      insert into learning.registration_answer (student_course_id, organization_id, question_id, personal_answer)
      values (${student_course_id}, 1, ${question_id}, ${ctx.sql.json(driver_license)})`
    for (const to of [status.inProgress, status.passed]) await changeStatus(ctx, student_course_id, to)
    await ctx.sql`
      update learning.student_course set passed_at = platform.now() where student_course_id = ${student_course_id}`
    await oweCompletionReport(ctx, student_course_id)
    await ctx.emit(coursePassed, { student_course_id })
    return student_course_id
  })
}
