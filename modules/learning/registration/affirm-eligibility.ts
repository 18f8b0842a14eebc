import { type EligibilityStatement, eligibilityStatements, selectCourseVersion } from '#modules/catalogue/index.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { programZone } from '#modules/learning/reporting/agencies/zone.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { flag, z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { dayIn } from '#platform/zone.ts'
import { eligibilityTexts as t } from './eligibility.texts.ts'

/** A student's statement about the program's exclusions. */
export const Affirmation = z.object({
  /** The applicable kind from the program's list, or 'none'. */
  violation: z.string().max(300).nullish(),
  /** The student has read the rules and is not excluded by them. */
  confirmed: flag().nullish(),
})
export type Affirmation = z.output<typeof Affirmation>

/**
 * The statements that the student of a course must answer under the program's current rules; none once they are
 * answered.
 */
export async function listStatements(ctx: Ctx, course: StudentCourse): Promise<EligibilityStatement[]> {
  const { program_id } = await selectCourseVersion(ctx, course.course_version_id)
  if (program_id === null || course.registered_at !== null || (await isAffirmed(ctx, course))) return []
  const day = dayIn(programZone(program_id), ctx.now)
  return eligibilityStatements(ctx, { program_id, day, locale: ctx.locale })
}

async function isAffirmed({ sql }: Ctx, { student_course_id }: StudentCourse): Promise<boolean> {
  const [row] = await sql`
    select 1 from learning.registration where student_course_id = ${student_course_id} and affirmed_at is not null`
  return row !== undefined
}

/**
 * Throws 422 if the student has not answered the program's statements, or states a kind that it excludes. Stores the
 * affirmed text word for word. The registration must have begun, and the caller must hold the course's lock.
 */
export async function requireAffirmed(
  ctx: Ctx,
  course: StudentCourse,
  { violation, confirmed }: Affirmation = {},
): Promise<void> {
  const statements = await listStatements(ctx, course)
  if (statements.length === 0) return
  const listed = statements.find(({ kinds }) => kinds !== null)
  if (listed?.kinds?.some((kind) => kind === violation)) {
    const params = { violation: violation!, source: listed.citation }
    throw learningErrors.notEligible({ reason: localize(ctx.locale, t.excluded, params) })
  }
  const issues = [
    ...(listed && violation !== 'none' ? [{ path: 'violation', message: localize(ctx.locale, t.chooseKind) }] : []),
    ...(statements.some(({ kinds }) => kinds === null) && !confirmed
      ? [{ path: 'confirmed', message: localize(ctx.locale, t.confirmFirst) }]
      : []),
  ]
  if (issues.length > 0) {
    const { code } = learningErrors.registrationIncomplete
    throw learningErrors.registrationIncomplete({}, { reason: code, questionId: null, count: issues.length }, issues)
  }
  const affirmations = statements.map(({ rule, text, kinds, citation }) => ({ rule, text, kinds, citation }))
  await ctx.sql`
    update learning.registration set affirmed_at = platform.now(), affirmed = ${ctx.sql.json(affirmations)}
    where student_course_id = ${course.student_course_id} and affirmed_at is null`
}
