import { listCourseAgencies, setCourseAgency } from '#modules/catalogue/index.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, wording, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { isDirectAgency } from './agencies/index.ts'
import { courseAgencyTexts } from './course-agencies.texts.ts'

const Name = z
  .string()
  .refine(isDirectAgency, { error: wording(courseAgencyTexts.unknown) })
  .nullable()

export const fetchCourseAgencies = operation({
  call: 'GET /course/agencies',
  added: true,
  summary:
    'Lists published courses with the agency that their completions are reported to; null follows from the states',
  may: staff('MANAGE_COURSES:READ'),
  takes: z.object({}),
  gives: z.object({
    courses: z.array(z.object({ course_id: z.int(), name: z.string(), reports_to: z.string().nullable() })),
  }),
  run: async (ctx) => ({ courses: await listCourseAgencies(ctx) }),
})

export const updateCourseAgency = operation({
  call: 'PUT /course/agency',
  added: true,
  summary: 'Sets the agency that future completions of a course are reported to; null derives it from the states',
  may: staff('MANAGE_COURSES:UPDATE'),
  takes: z.object({ course_id: id(), reports_to: Name }),
  gives: z.object({}),
  fails: [errors.notFound],
  async run(ctx, { course_id, reports_to }) {
    const before = await setCourseAgency(ctx, course_id, reports_to)
    if (before !== reports_to) {
      await ctx.audit({
        action: 'course.agency',
        subject: `course_id:${course_id}`,
        before: { reports_to: before },
        after: { reports_to },
      })
    }
    return { message: localText(ctx.locale, courseAgencyTexts, 'saved') }
  },
})
