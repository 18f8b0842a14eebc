import { organizationStatus } from '#modules/identity/lookups.shared.ts'
import { composed } from '#platform/composed.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Sql } from '#platform/db/sql.ts'
import { errors } from '#platform/errors.ts'

/** A person without the password; dates of birth are 'YYYY-MM-DD'. */
export type Person = {
  user_id: number
  organization_id: number
  lk_user_role_id: number
  lk_user_status_id: number
  loginid: string
  email: string
  first_name: string
  middle_name: string
  last_name: string
  lk_suffix_id: number | null
  dob: string | null
  gender: string | null
  lk_language_id: number
  address1: string
  address2: string
  city: string
  lk_state_id: number | null
  zip: string
  timezone: string
  date_format: string
  /** The key of the picture in the file store. */
  profile_pic: string | null
  is_recruiter: boolean
  /** Notes by staff; never shown to the person. */
  notes: string
  about_you_at: Date | null
  created_at: Date
  updated_at: Date
}

const columns = (sql: Sql) => sql`
  p.user_id, p.organization_id, p.lk_user_role_id, p.lk_user_status_id, p.loginid, p.email, p.first_name,
  p.middle_name, p.last_name, p.lk_suffix_id, p.dob, p.gender, p.lk_language_id, p.address1, p.address2, p.city,
  p.lk_state_id, p.zip, p.timezone, p.date_format, p.profile_pic, p.is_recruiter, p.notes, p.about_you_at,
  p.created_at, p.updated_at`

/** Login ids are compared without regard to case. */
export const normalLoginid = (loginid: string): string => composed(loginid).trim().toLowerCase()

/**
 * The person with a login id who may sign in on the visited site (their organization is the visited one or a parent,
 * and not closed), with the password hash; null if there is none. The person's status is not checked.
 */
export async function findPersonByLogin(
  { unscoped: { sql }, organization }: Pick<Ctx, 'unscoped' | 'organization'>,
  loginid: string,
): Promise<(Person & { password_hash: string | null }) | null> {
  // Unscoped: people of parent organizations sign in here, too.
  const [row] = await sql<Person & { password_hash: string | null }>`
    select ${columns(sql)}, p.password_hash
    from identity.person p
    join identity.organization o on o.organization_id = p.organization_id
      and o.lk_organization_status_id = ${organizationStatus.Active}
    where p.loginid_key = lower(${normalLoginid(loginid)}) and p.deleted_at is null
      and exists (select from identity.organization_closure c where c.ancestor_id = p.organization_id
                  and c.descendant_id = ${organization.organization_id})`
  return row ?? null
}

/** A person by id, of any organization. Callers must check the access. Throws notFound. */
export async function selectPerson(ctx: Pick<Ctx, 'sql'>, user_id: number): Promise<Person> {
  const [row] = await ctx.sql<Person>`
    select ${columns(ctx.sql)} from identity.person p where p.user_id = ${user_id} and p.deleted_at is null`
  if (!row) throw errors.notFound()
  return row
}

/** Whether a person was removed or erased; jobs send them nothing and issue no certificate. */
export async function isRemoved({ sql }: Pick<Ctx, 'sql'>, user_id: number): Promise<boolean> {
  const removedRows = await sql`select from identity.person where user_id = ${user_id} and deleted_at is not null`
  return removedRows.length > 0
}

/** A person by id, with their row locked until the transaction ends: other changes to the same person wait. */
export async function lockPerson(ctx: Pick<Ctx, 'sql'>, user_id: number): Promise<Person> {
  const [row] = await ctx.sql<Person>`
    select ${columns(ctx.sql)} from identity.person p
    where p.user_id = ${user_id} and p.deleted_at is null for no key update`
  if (!row) throw errors.notFound()
  return row
}

/** Whether anyone has an account; `sql` must see every tenant. */
export async function hasPeople(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ any: boolean }>`select exists (select from identity.person) as any`
  return row!.any
}
