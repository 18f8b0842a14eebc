import { lk_course_language, lk_course_status } from '#modules/catalogue/lookups.shared.ts'
import { options } from '#platform/lookups.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'

const Entry = z.object({ label: z.string(), value: z.int() })

export const courseLookups = operation({
  call: 'GET /lookups/course_lookups/fetch',
  summary: 'The languages and statuses of courses, for lists to choose from',
  may: staff(),
  takes: z.object({}),
  gives: z.object({ courseLanguage: z.array(Entry), courseStatus: z.array(Entry) }),
  run: async ({ locale }) => ({
    courseLanguage: options(lk_course_language, locale),
    courseStatus: options(lk_course_status, locale),
  }),
})
