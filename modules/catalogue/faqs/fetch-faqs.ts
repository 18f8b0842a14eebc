import { selectCourseVersion } from '#modules/catalogue/versions/version.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { alwaysNull, flag, id, z } from '#platform/schema.ts'
import { listFaqs } from './faq.sql.ts'

export const FaqRow = z.object({
  faq_id: id(),
  title: z.string(),
  body: z.string(),
  post_completion_ind: z.union([z.literal(0), z.literal(1)]),
  lk_student_course_status_id: alwaysNull(),
  index: z.int(),
  faq_ind: z.literal(1),
})

export const fetchFaqs = operation({
  call: 'GET /course/faqs',
  summary: 'FAQs of a course version (id = course_version_id)',
  may: anyone,
  sites: 'proved',
  takes: z.object({ id: id(), post_completion_ind: flag().optional() }),
  gives: z.object({ faqs: z.array(FaqRow) }),
  async run(ctx, { id: course_version_id, post_completion_ind }) {
    await requireVisibleVersion(ctx, course_version_id)
    if (post_completion_ind !== undefined) {
      if (post_completion_ind && ctx.actor.kind !== 'user') throw errors.unauthenticated()
      return { faqs: await listFaqs(ctx, course_version_id, { post_completion_ind }) }
    }
    const before = await listFaqs(ctx, course_version_id, { post_completion_ind: false })
    const isStaff = ctx.actor.kind === 'user' && ctx.actor.role !== 'Student'
    const after = isStaff ? await listFaqs(ctx, course_version_id, { post_completion_ind: true }) : []
    return { faqs: [...before, ...after] }
  },
})

/**
 * Requires that the organization sells the course (students keep old versions), or that a staff member's organization
 * owns it.
 */
async function requireVisibleVersion(ctx: Ctx, course_version_id: number): Promise<void> {
  const version = await selectCourseVersion(ctx, course_version_id)
  const isStaff = ctx.actor.kind === 'user' && ctx.actor.role !== 'Student'
  if (isStaff && ctx.organization.scope.includes(version.organization_id)) return
  const [sold] = await ctx.sql`
    select 1 from catalogue.course_website
    where course_id = ${version.course_id} and organization_id = ${ctx.organization.organization_id}
    limit 1`
  if (!sold || version.published_at === null) throw errors.notFound()
}
