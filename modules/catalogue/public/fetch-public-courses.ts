import { readNameFilter } from '#modules/catalogue/name-filter.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { count, id, queryList, z } from '#platform/schema.ts'
import { answerCourse, PublicCourseRow } from './public-course.ts'
import { pageSize, publicCourses, sorts } from './public-courses.sql.ts'
import { findStateId } from './states.ts'

export const fetchPublicCourses = operation({
  call: 'GET /course/fetchPublicCourses',
  summary: 'The courses the organization sells, 20 per page',
  may: anyone,
  takes: z.object({
    course_name: z.string().max(200).optional(),
    /** An id, a postal code or a name, repeatable. */
    lk_state_id: queryList(z.union([z.string().max(40), z.int()])).optional(),
    sort_by: z.enum(sorts).optional(),
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
    }),
  }),
  async run(ctx, { course_name, lk_state_id, page, sort_by, course_website_id, website_id }) {
    const query = { name: readNameFilter(course_name), lk_state_ids: stateIds(lk_state_id), page, sort_by }
    const found = await publicCourses(ctx, { ...query, course_website_id, website_id })
    const more = page * pageSize < found.count
    return {
      data: {
        courses: found.courses.map((course) => answerCourse(course, ctx.locale)),
        count: found.count,
        orgName: ctx.organization.name,
        after_id: more ? (found.courses.at(-1)?.course_website_id ?? null) : null,
        lk_state_ids: found.lk_state_ids,
      },
    }
  },
})

/** An unknown state is treated like one where nothing is sold. */
const stateIds = (wanted: readonly (string | number)[] | undefined) =>
  wanted?.filter((one) => one !== '').map((one) => findStateId(one) ?? 0)
