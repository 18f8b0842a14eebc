import { courseLanguageOf } from '#modules/catalogue/lookups.shared.ts'
import {
  type PublicCourse,
  type PublicCoursesQuery,
  searchPublicCourses,
} from '#modules/catalogue/public/public-courses.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Need, programsOfNeed, searchTermsByNeed } from './needs.shared.ts'

type NeedQuery = { need: Need; lk_state_id: number | null; course_website_id?: number }
type Reader = Pick<Ctx, 'sql' | 'organization' | 'locale'>

/**
 * The ids (course_website_id) of the courses that the organization sells for a need in a state: those of a program
 * that serves it, otherwise courses without a program whose text matches. Limited to courses in the visitor's language
 * if there are any.
 */
export async function findNeededCourses(
  ctx: Reader,
  { need, lk_state_id, course_website_id }: NeedQuery,
): Promise<number[]> {
  const lk_state_ids = lk_state_id === null ? [] : [lk_state_id]
  const site = { lk_state_ids, course_website_id }
  const programMatches = await searchPublicCourses(ctx, { ...site, program_ids: programsOfNeed(need) })
  const candidates = programMatches.count > 0 ? programMatches.courses : await findCoursesByText(ctx, site, need)
  const language = courseLanguageOf(ctx.locale)
  const readable = candidates.filter(({ lk_language_id }) => lk_language_id === language)
  return (readable.length > 0 ? readable : candidates).map((course) => course.course_website_id)
}

type Site = Pick<PublicCoursesQuery, 'lk_state_ids' | 'course_website_id'>

/** Courses without a program whose text has the words of a need. */
async function findCoursesByText(ctx: Reader, site: Site, need: Need): Promise<PublicCourse[]> {
  const { courses, close_ind } = await searchPublicCourses(ctx, {
    ...site,
    name: { operator: 'contains', text: searchTermsByNeed[need] },
  })
  if (close_ind) return []
  const rows = await ctx.sql<{ course_version_id: number }>`
    select course_version_id from catalogue.course_version
    where program_id is not null
      and course_version_id = any(${ctx.sql.array(courses.map((course) => course.course_version_id))})`
  const versionsWithProgram = new Set(rows.map(({ course_version_id }) => course_version_id))
  return courses.filter(({ course_version_id }) => !versionsWithProgram.has(course_version_id))
}
