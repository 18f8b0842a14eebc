import {
  areQuestionsExcluded,
  type Component,
  excludedSeconds,
  findProgramRules,
  listComponents,
  listQuestions,
  type ProgramRules,
  selectCourseVersion,
} from '#modules/catalogue/index.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { dayIn } from '#platform/zone.ts'
import { programZone } from './agencies/zone.ts'

type PassedCourse = Pick<StudentCourse, 'course_version_id' | 'passed_at'>

/** The time of a course that counts as instruction under its program's rules on the day of the completion. */
export type InstructionTime = {
  required_seconds: number
  /** The part of a component's seconds that does not count. */
  leftOut: (component: Component, seconds: number) => number
  /** The source of the rule that excludes parts; null if all parts count. */
  source: string | null
}

/**
 * The instruction time of a course. Certificate, report and footprint all use this function, so they show the same
 * time.
 */
export async function instructionTime(
  ctx: Ctx,
  { course_version_id, passed_at }: PassedCourse,
): Promise<InstructionTime> {
  const { program_id, required_seconds } = await selectCourseVersion(ctx, course_version_id)
  const rules = await rulesOf(ctx, program_id, passed_at)
  const components = await listComponents(ctx, course_version_id)
  const partQuestions = areQuestionsExcluded(rules) ? await listQuestions(ctx, course_version_id) : []
  const questions = new Map(partQuestions.map((question) => [question.question_id, question]))
  const leftOut = (component: Component, seconds: number) => excludedSeconds(rules, component, seconds, questions)
  // A part without a timer is also left out, with all the time that a student spends in it.
  const hasExclusions = components.some((component) => leftOut(component, Number.MAX_SAFE_INTEGER) > 0)
  return {
    required_seconds: components.reduce(
      (seconds, component) => seconds - leftOut(component, component.required_seconds),
      required_seconds,
    ),
    leftOut,
    source: rules && hasExclusions ? rules.citationOf('course.time_basis') : null,
  }
}

function rulesOf(ctx: Ctx, program_id: string | null, passed_at: Date | null): Promise<ProgramRules | null> {
  const zone = programZone(program_id)
  return findProgramRules(ctx, program_id, dayIn(zone, passed_at ?? ctx.now))
}
