import { roleId, userStatus } from '#modules/identity/people/roles.ts'
import type { Ctx } from '#platform/ctx.ts'
import { toDollars } from '#platform/money.ts'
import { searchPattern } from '#platform/search-form.ts'

type Reader = Pick<Ctx, 'sql' | 'organization'>
const maxPeople = 500

export type Teacher = {
  user_id: number
  organization_instructor_id: number
  first_name: string
  last_name: string
  email: string
}

/** The instructors assigned to an organization in scope. */
export const listInstructorsOf = ({ sql, organization }: Reader, organization_id: number): Promise<Teacher[]> =>
  sql<Teacher>`
    select p.user_id, i.organization_instructor_id, p.first_name, p.last_name, p.email
    from identity.instructor_organization i
    join identity.person p on p.user_id = i.user_id and p.deleted_at is null
    where i.organization_id = ${organization_id} and p.organization_id = any(${sql.array(organization.scope)})
    order by p.last_name, p.first_name, p.user_id limit ${maxPeople}`

export type StaffMember = { user_id: number; first_name: string; last_name: string; email: string }

/** The staff of an organization in scope who can be its manager. */
export const listStaffOf = ({ sql, organization }: Reader, organization_id: number): Promise<StaffMember[]> =>
  sql<StaffMember>`
    select user_id, first_name, last_name, email from identity.person
    where organization_id = ${organization_id} and organization_id = any(${sql.array(organization.scope)})
      and lk_user_role_id not in (${roleId.Student}, ${roleId.Auditor}) and deleted_at is null and lk_user_status_id <> ${userStatus.Disabled}
    order by last_name, first_name, user_id limit ${maxPeople}`

type PersonRow = { user_id: number; first_name: string; middle_name: string; last_name: string; email: string }

/** Instructors of the caller's organizations whose name contains the text. */
export const findInstructors = ({ sql, organization }: Reader, name: string): Promise<PersonRow[]> => sql<PersonRow>`
  select user_id, first_name, middle_name, last_name, email from identity.person
  where lk_user_role_id = ${roleId.Instructor} and deleted_at is null
    and organization_id = any(${sql.array(organization.scope)})
    and platform.search_form(first_name || ' ' || last_name) like ${searchPattern(name)}
  order by first_name, last_name, user_id limit 20`

export type OrganizationRecruiter = {
  recruiter_id: number
  recruiter_code: string
  recruiter_fee: number
  organization_id: number
  user_id: number
  first_name: string
  last_name: string
}

/** The recruiters of an organization in scope, with code and fee in dollars. */
export async function listRecruitersOf(
  { sql, organization }: Reader,
  organization_id: number,
): Promise<OrganizationRecruiter[]> {
  const rows = await sql<Omit<OrganizationRecruiter, 'recruiter_fee'> & { recruiter_fee_cents: number }>`
    select r.recruiter_id, r.recruiter_code, r.recruiter_fee_cents, r.organization_id, r.user_id, p.first_name,
           p.last_name
    from identity.recruiter r join identity.person p on p.user_id = r.user_id and p.deleted_at is null
    where r.organization_id = ${organization_id} and p.organization_id = any(${sql.array(organization.scope)})
    order by r.recruiter_id limit ${maxPeople}`
  return rows.map(({ recruiter_fee_cents, ...row }) => ({ ...row, recruiter_fee: toDollars(recruiter_fee_cents) }))
}
