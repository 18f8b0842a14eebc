import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'

export type CertificateRequest = {
  certificate_request_id: number
  organization_id: number
  student_course_id: number
  reason: string
  asked_by: number
  asked_at: Date
  decision: 'issued' | 'declined' | 'withdrawn' | null
}

const columns = (sql: Ctx['sql']) =>
  sql`certificate_request_id, organization_id, student_course_id, reason, asked_by, asked_at, decision`

/** A request of an organization in the caller's scope, or 404. */
export async function selectRequest(
  { sql, organization }: Ctx,
  certificate_request_id: number,
): Promise<CertificateRequest> {
  const [request] = await sql<CertificateRequest>`
    select ${columns(sql)} from learning.certificate_request
    where certificate_request_id = ${certificate_request_id} and organization_id = any(${sql.array(organization.scope)})`
  if (!request) throw errors.notFound()
  return request
}

/** A course's undecided request. Callers must check whose course it is. */
export async function findWaiting(
  { sql }: Pick<Ctx, 'sql'>,
  student_course_id: number,
): Promise<CertificateRequest | null> {
  const [request] = await sql<CertificateRequest>`
    select ${columns(sql)} from learning.certificate_request
    where student_course_id = ${student_course_id} and decision is null`
  return request ?? null
}

type NewRequest = Pick<CertificateRequest, 'organization_id' | 'student_course_id' | 'reason' | 'asked_by'>

export async function insertRequest({ sql }: Ctx, request: NewRequest): Promise<number> {
  const [row] = await sql<{ certificate_request_id: number }>`
    insert into learning.certificate_request ${sql(request)} returning certificate_request_id`
  return row!.certificate_request_id
}

/** Records the decision on a request; false if it was already decided. */
export async function settleRequest(
  { sql }: Ctx,
  certificate_request_id: number,
  decision: 'issued' | 'declined' | 'withdrawn',
  decided_by: number | null,
): Promise<boolean> {
  const { count } = await sql`
    update learning.certificate_request
    set decision = ${decision}, decided_by = ${decided_by}, decided_at = platform.now()
    where certificate_request_id = ${certificate_request_id} and decision is null`
  return count === 1
}
