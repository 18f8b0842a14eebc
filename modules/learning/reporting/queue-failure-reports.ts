import { findProgramRules, listPacks, listQuestions } from '#modules/catalogue/index.ts'
import { asTenant } from '#modules/identity/index.ts'
import { listAnswers } from '#modules/learning/questions/registration-answer.sql.ts'
import { completeStatuses, isEnrollment, status } from '#modules/learning/student-course/course-status.shared.ts'
import { lockStudentCourse, type StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { dayIn } from '#platform/zone.ts'
import { isInformedByAnother } from './agencies/index.ts'
import { agencyZone } from './agencies/zone.ts'
import { buildRecord } from './build-record.ts'
import { completionRules, dutiesOf } from './duties.ts'
import { factsOf, registeredFacts } from './registered-facts.ts'
import { insertReport, listLatestReports } from './report.sql.ts'

const batchSize = 200

/**
 * Queues the reports of failed and unfinished courses whose programs require them (Michigan): once the date of the
 * student's notice has passed, because the student may pass until then, or without such a date, once the course has
 * failed or expired.
 */
export async function queueFailureReports(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const programs = await listFailureReportingPrograms(ctx)
  if (programs.length === 0) return
  let last_id = 0
  for (;;) {
    const rows = await listUnreported(ctx, programs, last_id)
    for (const { student_course_id, organization_id } of rows) {
      if (signal.aborted) return
      await queueOne(ctx, student_course_id, organization_id)
      last_id = student_course_id
    }
    if (rows.length < batchSize) return
  }
}

/** The programs whose current rules require reports of failed courses. */
async function listFailureReportingPrograms(ctx: Ctx): Promise<string[]> {
  const programs = await Promise.all(
    listPacks().map(async ({ id, state }) => {
      const rules = await findProgramRules(ctx, id, dayIn(agencyZone(state), ctx.now))
      return rules?.valueOf('report.outcomes')?.includes('failed') ? [id] : []
    }),
  )
  return programs.flat()
}

/** Registered courses of these programs that were not passed and have no report, in order of id. */
const listUnreported = ({ sql }: Ctx, programs: readonly string[], after: number) => sql<{
  student_course_id: number
  organization_id: number
}>`
  select sc.student_course_id, sc.organization_id
  from learning.student_course sc
  join catalogue.v_course_version v using (course_version_id)
  where v.program_id = any(${sql.array([...programs])}) and sc.registered_at > platform.now() - interval '400 days'
    and sc.passed_at is null and sc.student_course_id > ${after}
    and sc.lk_student_course_status_id <> all(${sql.array([...completeStatuses])})
    and not exists (select from learning.completion_report r where r.student_course_id = sc.student_course_id)
  order by sc.student_course_id
  limit ${batchSize}`

/** A report that can't be written must not block the others. */
async function queueOne(ctx: Ctx, student_course_id: number, organization_id: number): Promise<void> {
  try {
    const tenant = await asTenant(ctx, organization_id)
    await tenant.tx((inner) => queueFailureReport(inner, student_course_id))
  } catch (error) {
    ctx.log.error('report.failed', error, { student_course_id })
  }
}

async function queueFailureReport(ctx: Ctx, student_course_id: number): Promise<void> {
  const course = await lockStudentCourse(ctx, student_course_id)
  if (course.passed_at || !isEnrollment(course.lk_student_course_status_id)) return
  if ((await listLatestReports(ctx, student_course_id)).length > 0) return
  if (!(await isOver(ctx, course))) return
  const registered = await registeredFacts(ctx, course, 'report')
  for (const duty of await dutiesOf(ctx, course, registered.notice_due_on)) {
    if (isInformedByAnother(duty.agency)) continue
    const record = { ...(await buildRecord(ctx, course, registered, duty, 1)), outcome: 'failed' as const }
    await insertReport(ctx, course, duty, record, null)
  }
}

/** Whether the student can no longer pass in time. The check returns no value, so no access is recorded. */
async function isOver(ctx: Ctx, course: StudentCourse): Promise<boolean> {
  const [questions, answers] = await Promise.all([
    listQuestions(ctx, course.course_version_id, { used_in: 'registration' }),
    listAnswers(ctx, course.student_course_id),
  ])
  const { notice_due_on } = factsOf(questions, answers)
  const { failed, expired } = status
  const courseStatus = course.lk_student_course_status_id
  if (notice_due_on === null) return courseStatus === failed || courseStatus === expired
  const state = (await completionRules(ctx, course))?.state ?? ''
  return dayIn(agencyZone(state), ctx.now) > notice_due_on
}
