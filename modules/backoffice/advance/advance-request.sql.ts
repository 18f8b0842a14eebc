import { backofficeErrors } from '#modules/backoffice/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'

export type Decision = 'approved' | 'declined' | 'withdrawn'

export type AdvanceRequest = {
  advance_request_id: number
  organization_id: number
  student_course_id: number
  user_id: number
  component_id: number
  complete_ind: boolean
  final_ind: boolean
  reason: string
  asked_by: number
  asked_at: Date
  expires_at: Date
  /** True once the request can no longer be decided. */
  over: boolean
}

export type ListedRequest = Omit<AdvanceRequest, 'over'> & {
  student_name: string
  course_name: string
  component_name: string
  /** Null for staff of an organization above, whose names are shown only for their own actions. */
  asked_by_name: string | null
}

type NewRequest = Omit<AdvanceRequest, 'advance_request_id' | 'asked_at' | 'expires_at' | 'over'>

const maxListed = 200

/** Records a request; an expired one makes room. Throws advanceWaiting while another one waits. */
export async function insertRequest({ sql }: Ctx, request: NewRequest): Promise<number> {
  await sql`
    update backoffice.advance_request set decision = 'expired', decided_at = platform.now()
    where student_course_id = ${request.student_course_id} and decision is null and expires_at <= platform.now()`
  const [row] = await sql<{ advance_request_id: number }>`
    insert into backoffice.advance_request ${sql(request)}
    on conflict (student_course_id) where decision is null do nothing
    returning advance_request_id`
  if (!row) throw backofficeErrors.advanceWaiting()
  return row.advance_request_id
}

/** A request of an organization in scope, locked until it is decided. Throws notFound. */
export async function lockRequest({ sql, organization }: Ctx, advance_request_id: number): Promise<AdvanceRequest> {
  const [request] = await sql<AdvanceRequest>`
    select advance_request_id, organization_id, student_course_id, user_id, component_id, complete_ind, final_ind, reason,
           asked_by, asked_at, expires_at, (decision is not null or expires_at <= platform.now()) as over
    from backoffice.advance_request
    where advance_request_id = ${advance_request_id} and organization_id = any(${sql.array(organization.scope)})
    for update`
  if (!request) throw errors.notFound()
  return request
}

type DecisionRecord = { decision: Decision; decided_by: number; note: string | null }

/** Stores the decision about a request. The caller must hold the lock of the request. */
export async function settleRequest({ sql }: Ctx, advance_request_id: number, decided: DecisionRecord): Promise<void> {
  await sql`
    update backoffice.advance_request set ${sql(decided)}, decided_at = platform.now()
    where advance_request_id = ${advance_request_id}`
}

/** The waiting requests in the organizations in scope, oldest first. */
export const listWaiting = ({ sql, organization }: Ctx, user_id: number | null): Promise<ListedRequest[]> => sql`
  select r.advance_request_id, r.organization_id, r.student_course_id, r.user_id, r.component_id, r.complete_ind,
         r.final_ind, r.reason, r.asked_by, r.asked_at, r.expires_at,
         trim(p.first_name || ' ' || p.last_name) as student_name, c.course_name,
         coalesce((select x.name from catalogue.v_component x
                   where x.course_version_id = c.course_version_id and x.component_id = r.component_id), '') as component_name,
         identity.staff_name(r.asked_by, r.organization_id) as asked_by_name
  from backoffice.advance_request r
  join learning.v_student_course c using (student_course_id)
  join identity.v_person p on p.user_id = r.user_id
  where r.organization_id = any(${sql.array(organization.scope)}) and r.decision is null
    and r.expires_at > platform.now() and ${user_id === null ? sql`true` : sql`r.user_id = ${user_id}`}
  order by r.asked_at, r.advance_request_id
  limit ${maxListed}`
