import type { Link } from '#modules/identity/credentials/end-links.sql.ts'
import { manages } from '#modules/identity/people/reach.ts'
import { roleOf, userStatus } from '#modules/identity/people/roles.ts'
import type { Role } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { userOf } from '#platform/permissions.ts'

/** A person at the other end of a link. */
export type LinkedPerson = {
  user_id: number
  first_name: string
  last_name: string
  email: string
  loginid: string
  role: Role
  organization_name: string
}

type Row = Omit<LinkedPerson, 'role'> & {
  lk_user_role_id: number
  organization_id: number
  disabled: boolean
  open: boolean
}

/**
 * The people linked to a person (`to`: whom they may switch to, `from`: who may switch to them), and how many more
 * there are: disabled people, people who may not sign in on the visited site and, for staff asking about someone else,
 * people whom they do not manage.
 */
export async function listLinked(
  ctx: Ctx,
  user_id: number,
  way: 'to' | 'from',
): Promise<{ people: LinkedPerson[]; hidden: number }> {
  const { sql } = ctx.unscoped
  const [near, far] = way === 'to' ? ['user_id', 'related_user_id'] : ['related_user_id', 'user_id']
  // Unscoped: the other end may belong to another organization; `shows` decides whether it is shown here.
  const rows = await sql<Row>`
    select p.user_id, p.first_name, p.last_name, p.email, p.loginid, p.lk_user_role_id, o.name as organization_name,
           p.organization_id, p.lk_user_status_id = ${userStatus.Disabled} as disabled, exists (
             select from identity.organization_closure c where c.ancestor_id = p.organization_id
               and c.descendant_id = ${ctx.organization.organization_id}) as open
    from identity.linked_account l
    join identity.person p on p.user_id = l.${sql(far!)} and p.deleted_at is null
    join identity.organization o on o.organization_id = p.organization_id
    where l.${sql(near!)} = ${user_id} and l.ended_at is null
    order by l.linked_account_id
    limit 100`
  const isOwn = userOf(ctx).user_id === user_id
  const shows = (row: Row) => !row.disabled && (isOwn ? row.open : manages(ctx, row, 'READ'))
  const people = rows.filter(shows).map((row) => ({ ...row, role: roleOf(row.lk_user_role_id) }))
  return { people, hidden: rows.length - people.length }
}

/** Whether the link exists in this direction. */
export async function isLinked({ sql }: Pick<Ctx, 'sql'>, { user_id, related_user_id }: Link): Promise<boolean> {
  const [link] = await sql`
    select from identity.linked_account
    where user_id = ${user_id} and related_user_id = ${related_user_id} and ended_at is null`
  return link !== undefined
}

/**
 * All accounts that count as the same person as this one, including itself: linked in either direction, or within the
 * last 90 days. Someone who removes a link to approve their own request is still the same person.
 */
export async function listOnePerson(
  { unscoped: { sql } }: Pick<Ctx, 'unscoped'>,
  user_id: number,
): Promise<ReadonlySet<number>> {
  const counts = sql`(ended_at is null or ended_at > platform.now() - interval '90 days')`
  const rows = await sql<{ user_id: number }>`
    select related_user_id as user_id from identity.linked_account where user_id = ${user_id} and ${counts}
    union select user_id from identity.linked_account where related_user_id = ${user_id} and ${counts}`
  return new Set([user_id, ...rows.map((row) => row.user_id)])
}

/** Whether two accounts count as one person. Every rule that requires another person uses this or `listOnePerson`. */
export const areOnePerson = async (ctx: Pick<Ctx, 'unscoped'>, a: number, b: number): Promise<boolean> =>
  (await listOnePerson(ctx, a)).has(b)

export async function countLinks({ sql }: Pick<Ctx, 'sql'>, user_id: number): Promise<number> {
  const [row] = await sql<{ n: number }>`
    select count(*)::int as n from identity.linked_account where user_id = ${user_id} and ended_at is null`
  return row!.n
}

/** Adds a link; false if it exists already. */
export async function insertLink(
  ctx: Ctx,
  { user_id, related_user_id }: Link,
  organization_id: number,
): Promise<boolean> {
  const [added] = await ctx.sql`
    insert into identity.linked_account ${ctx.sql({ user_id, related_user_id, organization_id, created_at: ctx.now })}
    on conflict (user_id, related_user_id) where ended_at is null do nothing
    returning linked_account_id`
  return added !== undefined
}
