import { selectVersionRow } from '#modules/catalogue/authoring/course.sql.ts'
import { coursePath } from '#modules/catalogue/authoring/tabs.shared.ts'
import { changeDays } from '#modules/catalogue/programs/change-days.ts'
import { todayOf } from '#modules/catalogue/programs/fetch-programs.ts'
import { listPacks } from '#modules/catalogue/programs/packs.ts'
import {
  listProgramCourses,
  listSetRules,
  type ProgramCourse,
  type SetRule,
} from '#modules/catalogue/programs/program-rule.sql.ts'
import { listQuestions } from '#modules/catalogue/questions/question.sql.ts'
import { listComponents } from '#modules/catalogue/versions/version.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { listBrokenRules } from './report-program.ts'

/** A published course, with the rules that it breaks after a change but not before. */
type ImpactedCourse = {
  course_id: number
  name: string
  organization_name: string
  problems: { message: string; href: string }[]
}

/** The most courses of a program that are compared for one organization and those below it. */
const comparedCourses = 100

/** The rules of a program on a day, by default with every rule that the operator has set. */
export type RulesMoment = { day: string; setRules?: readonly SetRule[] }

/**
 * Lists the published courses in scope that break a rule of a program at a moment but not before, by default not today.
 * `compared` is the number of courses that were compared, and `more` whether some were not.
 */
export async function listImpacted(
  ctx: Ctx,
  program_id: string,
  after: RulesMoment,
  before: RulesMoment = { day: todayOf(ctx) },
): Promise<{ courses: ImpactedCourse[]; compared: number; more: boolean }> {
  const published = (await listProgramCourses(ctx)).filter(
    (course) =>
      course.program_id === program_id &&
      course.published_version_id !== null &&
      ctx.organization.scope.includes(course.organization_id),
  )
  const courses: ImpactedCourse[] = []
  for (const course of published.slice(0, comparedCourses)) {
    const problems = await newlyBroken(ctx, course, before, after)
    const { course_id, name, organization_name } = course
    if (problems.length > 0) courses.push({ course_id, name, organization_name, problems })
  }
  const compared = Math.min(published.length, comparedCourses)
  return { courses, compared, more: published.length > compared }
}

async function newlyBroken(
  ctx: Ctx,
  { course_id, program_id, published_version_id }: ProgramCourse,
  before: RulesMoment,
  after: RulesMoment,
) {
  const course_version_id = published_version_id!
  const [row, components, questions] = await Promise.all([
    selectVersionRow(ctx, course_version_id),
    listComponents(ctx, course_version_id),
    listQuestions(ctx, course_version_id),
  ])
  const course = { course_version_id, row, components, questions }
  const [brokenBefore, brokenAfter] = [
    await listBrokenRules(ctx, course, program_id, before.day, before.setRules),
    await listBrokenRules(ctx, course, program_id, after.day, after.setRules),
  ]
  const current = new Set(brokenBefore?.map(({ message }) => message))
  return (brokenAfter ?? [])
    .filter(({ message }) => !current.has(message))
    .map(({ message, place: { tab, component_id = null, href } }) => ({
      message,
      href: href ?? coursePath(course_id, tab, { query: { component: tab === 'outline' ? component_id : null } }),
    }))
}

/** The number of published courses in scope that break a rule that applies from a later day. */
export async function countImpacted(ctx: Ctx): Promise<number> {
  const [set, today] = [await listSetRules(ctx), todayOf(ctx)]
  const impacted = new Set<number>()
  for (const { id } of listPacks()) {
    for (const day of changeDays(id, set, today)) {
      for (const { course_id } of (await listImpacted(ctx, id, { day })).courses) impacted.add(course_id)
    }
  }
  return impacted.size
}
