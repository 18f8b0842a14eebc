import { listKeyHolders, listOnePerson } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'

export type CertificateApprovers = { student_course_id: number; course_name: string; user_ids: number[] }

/** Nearest first; to ask other people, change who has the permission. */
const maxNotified = 20

/** The people who may approve a certificate that waits for a second person; null once it is decided. For jobs. */
export async function findCertificateApprovers(
  ctx: Ctx,
  certificate_request_id: number,
): Promise<CertificateApprovers | null> {
  const [request] = await ctx.sql<{
    organization_id: number
    student_course_id: number
    course_name: string
    asked_by: number
    student: number
  }>`
    select r.organization_id, r.student_course_id, v.name as course_name, r.asked_by, sc.user_id as student
    from learning.certificate_request r
    join learning.student_course sc using (student_course_id)
    join catalogue.v_course_version v using (course_version_id)
    where r.certificate_request_id = ${certificate_request_id} and r.decision is null`
  if (!request) return null
  const { organization_id, student_course_id, course_name, asked_by, student } = request
  const holders = await listKeyHolders(ctx, { organization_id, key: 'MANAGE_CERTIFICATES:UPDATE' })
  const excludedPeople = [await listOnePerson(ctx, asked_by), await listOnePerson(ctx, student)]
  const deciders = holders.filter(({ user_id }) => !excludedPeople.some((person) => person.has(user_id)))
  return { student_course_id, course_name, user_ids: deciders.slice(0, maxNotified).map(({ user_id }) => user_id) }
}
