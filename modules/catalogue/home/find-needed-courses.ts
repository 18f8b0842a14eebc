import { isProgram, type ProgramId } from '#modules/catalogue/programs/programs.shared.ts'
import { publicCourses } from '#modules/catalogue/public/public-courses.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Need, needsOfProgram, wordsOfNeed } from './needs.shared.ts'

type Asked = { need: Need; lk_state_id: number | null; course_website_id?: number }
type Reader = Pick<Ctx, 'sql' | 'organization' | 'locale'>

/**
 * The ids (course_website_id) of the courses that the organization sells for a need in a state: those of a program that
 * serves it, else those without a program whose words do. Only courses in the visitor's language if there are any.
 */
export async function findNeededCourses(
  ctx: Reader,
  { need, lk_state_id, course_website_id }: Asked,
): Promise<number[]> {
  const lk_state_ids = lk_state_id === null ? [] : [lk_state_id]
  const site = { lk_state_ids, course_website_id }
  const [all, described] = await Promise.all([
    publicCourses(ctx, site),
    publicCourses(ctx, { ...site, name: { operator: 'contains', text: wordsOfNeed[need] } }),
  ])
  const programs = await programsOf(ctx, [...all.courses, ...described.courses])
  const serving = all.courses.filter(({ course_version_id }) => {
    const program = programs.get(course_version_id)
    return program && needsOfProgram[program].includes(need)
  })
  const byWords = described.close_ind ? [] : described.courses.filter((one) => !programs.has(one.course_version_id))
  const found = serving.length > 0 ? serving : byWords
  const language = ctx.locale === 'es-es' ? 2 : 1
  const readable = found.filter(({ lk_language_id }) => lk_language_id === language)
  return (readable.length > 0 ? readable : found).map((course) => course.course_website_id)
}

async function programsOf(
  { sql }: Reader,
  courses: readonly { course_version_id: number }[],
): Promise<Map<number, ProgramId>> {
  const rows = await sql<{ course_version_id: number; program_id: string | null }>`
    select course_version_id, program_id from catalogue.course_version
    where course_version_id = any(${sql.array(courses.map(({ course_version_id }) => course_version_id))})`
  return new Map(
    rows.flatMap(({ course_version_id, program_id }) =>
      program_id && isProgram(program_id) ? [[course_version_id, program_id] as const] : [],
    ),
  )
}
