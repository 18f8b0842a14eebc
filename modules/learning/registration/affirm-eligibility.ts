import { type EligibilityStatement, listEligibilityStatements, selectCourseVersion } from '#modules/catalogue/index.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { programZone } from '#modules/learning/reporting/agencies/zone.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Refusal } from '#platform/errors.ts'
import { flag, z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { dayIn } from '#platform/zone.ts'
import { eligibilityTexts as t } from './eligibility.texts.ts'
import {
  type Exclusion,
  findAffirmation,
  insertEligibilityEvent,
  updateAffirmed,
  updateExclusion,
} from './exclusion.sql.ts'

/** A student's statement about the program's exclusions. */
export const Affirmation = z.object({
  /** The applicable kind from the program's list, or 'none'. */
  violation: z.string().max(300).nullish(),
  /** The student has read the rules and is not excluded by them. */
  confirmed: flag().nullish(),
})
export type Affirmation = z.output<typeof Affirmation>

/**
 * The statements that the student of a course must answer under the program's current rules; empty once they are
 * answered.
 */
export async function listStatements(ctx: Ctx, course: StudentCourse): Promise<EligibilityStatement[]> {
  if (course.registered_at !== null || (await findAffirmation(ctx, course)).affirmed_at !== null) return []
  return listCurrentStatements(ctx, course)
}

/** The program's exclusions today, whether or not the student has answered them. */
export async function listCurrentStatements(ctx: Ctx, course: StudentCourse): Promise<EligibilityStatement[]> {
  const { program_id } = await selectCourseVersion(ctx, course.course_version_id)
  if (program_id === null) return []
  const day = dayIn(programZone(program_id), ctx.now)
  return listEligibilityStatements(ctx, { program_id, day, locale: ctx.locale })
}

/** The reason why a program excludes the student, by their statement or its correction; null if it does not. */
export async function findExclusion(ctx: Ctx, course: StudentCourse): Promise<string | null> {
  const { excluded } = await findAffirmation(ctx, course)
  return excluded && exclusionText(ctx, excluded)
}

/** The sentence for a student whom this kind excludes. */
export const exclusionText = ({ locale }: Pick<Ctx, 'locale'>, { violation, citation }: Exclusion): string =>
  localize(locale, t.excluded, { violation, source: citation })

/** Throws 422 for a student whom the program excludes by the recorded statement. */
export async function requireNotExcluded(ctx: Ctx, course: StudentCourse): Promise<void> {
  const reason = await findExclusion(ctx, course)
  if (reason !== null) throw learningErrors.notEligible({ reason })
}

/**
 * Throws 422 until the student has answered the program's statements; stores the affirmed statements word for word. For
 * a kind that the program excludes, records the exclusion and returns the refusal; the caller must commit before
 * throwing it. The registration must have started, and the caller must hold the course's lock.
 */
export async function saveAffirmation(
  ctx: Ctx,
  course: StudentCourse,
  { violation, confirmed }: Affirmation = {},
): Promise<Refusal | null> {
  await requireNotExcluded(ctx, course)
  const statements = await listStatements(ctx, course)
  if (statements.length === 0) return null
  const kindStatement = statements.find(({ kinds }) => kinds !== null)
  const kind = kindStatement?.kinds?.find((entry) => entry === violation)
  if (kindStatement && kind !== undefined)
    return exclude(ctx, course, { violation: kind, citation: kindStatement.citation })
  const issues = [
    ...(kindStatement && violation !== 'none'
      ? [{ path: 'violation', message: localize(ctx.locale, t.chooseKind) }]
      : []),
    ...(statements.some(({ kinds }) => kinds === null) && !confirmed
      ? [{ path: 'confirmed', message: localize(ctx.locale, t.confirmFirst) }]
      : []),
  ]
  if (issues.length > 0) {
    const { code } = learningErrors.registrationIncomplete
    throw learningErrors.registrationIncomplete({}, { reason: code, questionId: null, count: issues.length }, issues)
  }
  const affirmed = statements.map(({ rule, text, kinds, citation }) => ({ rule, text, kinds, citation }))
  await updateAffirmed(ctx, course, affirmed)
  return null
}

async function exclude(ctx: Ctx, course: StudentCourse, exclusion: Exclusion): Promise<Refusal> {
  await updateExclusion(ctx, course, exclusion)
  await insertEligibilityEvent(ctx, course, { kind: 'excluded', exclusion, reason: null, actor_user_id: null })
  await ctx.audit({ action: 'registration.exclude', ...courseEvent(course), after: exclusion })
  return learningErrors.notEligible({ reason: exclusionText(ctx, exclusion) })
}
