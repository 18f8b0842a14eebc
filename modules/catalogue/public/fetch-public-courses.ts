import { readNameFilter } from '#modules/catalogue/name-filter.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { count, id, queryList, z } from '#platform/schema.ts'
import { PublicCourseRow, publicCourseRow } from './public-course.ts'
import {
  type PublicCourse,
  type PublicCoursesQuery,
  publicCourseSorts,
  publicCoursesPageSize,
  searchPublicCourses,
} from './public-courses.sql.ts'
import { findStateId } from './states.ts'

export const fetchPublicCourses = operation({
  call: 'GET /course/fetchPublicCourses',
  clients: 'listPublicCourses',
  summary: 'The courses the organization sells, 20 per page',
  may: anyone,
  sites: 'proved',
  takes: z.object({
    course_name: z.string().max(200).optional(),
    /** An id, a postal code or a name, repeatable. */
    lk_state_id: queryList(z.union([z.string().max(40), z.int()])).optional(),
    lk_language_id: queryList(id()).optional(),
    /** Without it, the best matches of `course_name` come first, then the courses in the reader's language. */
    sort_by: z.enum(publicCourseSorts).optional(),
    page: count(1, 10_000).default(1),
    course_website_id: id().optional(),
    website_id: id().optional(),
    user_id: id().optional(),
  }),
  gives: z.object({
    data: z.object({
      courses: z.array(PublicCourseRow),
      count: z.int(),
      orgName: z.string(),
      after_id: z.int().nullable(),
      /** The states of all courses for sale there, for the list's filter. */
      lk_state_ids: z.array(z.int()),
      /** The languages of all courses for sale there. */
      lk_language_ids: z.array(z.int()),
      /** Set if no course has the words as typed; these have similar ones. */
      close_ind: z.boolean(),
      /** Suggestions of other courses, if nothing was found. */
      suggestions: z.array(PublicCourseRow),
    }),
  }),
  async run(ctx, { course_name, lk_state_id, lk_language_id, page, sort_by, course_website_id, website_id }) {
    const query = {
      name: readNameFilter(course_name),
      lk_state_ids: stateIds(lk_state_id),
      lk_language_ids: lk_language_id,
      page,
      sort_by,
    }
    const matches = await searchPublicCourses(ctx, { ...query, course_website_id, website_id })
    const suggestions =
      matches.count === 0 ? await listSuggestions(ctx, { ...query, course_website_id, website_id }) : []
    const hasMore = page * publicCoursesPageSize < matches.count
    const toRow = (course: PublicCourse) => publicCourseRow(course, ctx.locale)
    return {
      data: {
        courses: matches.courses.map(toRow),
        count: matches.count,
        orgName: ctx.organization.name,
        after_id: hasMore ? (matches.courses.at(-1)?.course_website_id ?? null) : null,
        lk_state_ids: matches.lk_state_ids,
        lk_language_ids: matches.lk_language_ids,
        close_ind: matches.close_ind,
        suggestions: suggestions.map(toRow),
      },
    }
  },
})

const maxSuggestions = 3

/** Suggestions for a search without results: courses that match without the filters, then without the words. */
async function listSuggestions(ctx: Ctx, query: PublicCoursesQuery): Promise<PublicCourse[]> {
  const { name, lk_state_ids = [], lk_language_ids = [], course_website_id, website_id } = query
  const hasFilters = lk_state_ids.length + lk_language_ids.length > 0
  if (!name && !hasFilters) return []
  const site = { course_website_id, website_id }
  const byName = name && hasFilters ? await searchPublicCourses(ctx, { ...site, name }) : null
  const inState =
    name && !byName?.count && hasFilters
      ? await searchPublicCourses(ctx, { ...site, lk_state_ids, lk_language_ids })
      : null
  const matches =
    [byName, inState].find((result) => result && result.count > 0) ?? (await searchPublicCourses(ctx, site))
  return matches.courses.slice(0, maxSuggestions)
}

/** The ids of states; an unknown state becomes 0, where nothing is sold. */
const stateIds = (stateNames: readonly (string | number)[] | undefined) =>
  stateNames?.filter((name) => name !== '').map((text) => findStateId(text) ?? 0)
