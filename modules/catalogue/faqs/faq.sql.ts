import type { Ctx } from '#platform/ctx.ts'

/** A question and answer of a course; `index` starts at 0, and flags are 0 or 1, as in the contract. */
export type Faq = {
  faq_id: number
  title: string
  body: string
  post_completion_ind: 0 | 1
  lk_student_course_status_id: null
  index: number
  faq_ind: 1
}

/** The FAQs of a version before or after completion. */
export const listFaqs = async (
  { sql }: Pick<Ctx, 'sql'>,
  course_version_id: number,
  { post_completion_ind }: { post_completion_ind: boolean },
): Promise<Faq[]> => sql<Faq>`
  select faq_id, title, body, post_completion_ind::int, null as lk_student_course_status_id, position as "index",
         1 as faq_ind
  from catalogue.faq
  where course_version_id = ${course_version_id} and post_completion_ind = ${post_completion_ind}
  order by position, faq_id`
