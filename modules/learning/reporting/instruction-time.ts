import {
  type Component,
  isInstruction,
  listComponents,
  type ProgramRules,
  programRules,
  selectCourseVersion,
} from '#modules/catalogue/index.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { dayIn } from '#platform/zone.ts'
import { agencyZone } from './agencies/zone.ts'

type PassedCourse = Pick<StudentCourse, 'course_version_id' | 'passed_at'>

/** The time of a course that its program counts as instruction, by the rules of the completion's day. */
export type InstructionTime = {
  required_seconds: number
  counts: (component: Pick<Component, 'type'>) => boolean
  /** The source of the rule that leaves parts out; null if all parts count. */
  source: string | null
}

/** Certificate, report and footprint state the same time, because all of them take it from here. */
export async function instructionTime(
  ctx: Ctx,
  { course_version_id, passed_at }: PassedCourse,
): Promise<InstructionTime> {
  const { program_id, required_seconds } = await selectCourseVersion(ctx, course_version_id)
  const rules = await rulesOf(ctx, program_id, passed_at)
  const components = await listComponents(ctx, course_version_id)
  const counts = (component: Pick<Component, 'type'>) => isInstruction(rules, component)
  const left_out = components.filter((component) => !counts(component))
  return {
    required_seconds: left_out.reduce((rest, component) => rest - component.required_seconds, required_seconds),
    counts,
    source: rules && left_out.length > 0 ? rules.citationOf('course.time_basis') : null,
  }
}

function rulesOf(ctx: Ctx, program_id: string | null, passed_at: Date | null): Promise<ProgramRules | null> {
  const zone = agencyZone((program_id ?? '').slice(0, 2).toUpperCase())
  return programRules(ctx, program_id, dayIn(zone, passed_at ?? ctx.now))
}
