import type { Link } from '#modules/identity/credentials/end-links.sql.ts'
import { canManage } from '#modules/identity/people/people-scope.ts'
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
  direction: 'to' | 'from',
): Promise<{ people: LinkedPerson[]; hidden: number }> {
  const { sql } = ctx.unscoped
  const [ownColumn, otherColumn] = direction === 'to' ? ['user_id', 'related_user_id'] : ['related_user_id', 'user_id']
  // Unscoped: the other end may belong to another organization; `isVisible` decides whether it is shown here.
  const rows = await sql<Row>`
    select p.user_id, p.first_name, p.last_name, p.email, p.loginid, p.lk_user_role_id, o.name as organization_name,
           p.organization_id, p.lk_user_status_id = ${userStatus.Disabled} as disabled, exists (
             select from identity.organization_closure c where c.ancestor_id = p.organization_id
               and c.descendant_id = ${ctx.organization.organization_id}) as open
    from identity.linked_account l
    join identity.person p on p.user_id = l.${sql(otherColumn!)} and p.deleted_at is null
    join identity.organization o on o.organization_id = p.organization_id
    where l.${sql(ownColumn!)} = ${user_id} and l.ended_at is null
    order by l.linked_account_id
    limit 100`
  const isOwn = userOf(ctx).user_id === user_id
  const isVisible = (row: Row) => !row.disabled && (isOwn ? row.open : canManage(ctx, row, 'READ'))
  const people = rows.filter(isVisible).map((row) => ({ ...row, role: roleOf(row.lk_user_role_id) }))
  return { people, hidden: rows.length - people.length }
}

/** Whether the link exists in this direction. */
export async function isLinked({ sql }: Pick<Ctx, 'sql'>, { user_id, related_user_id }: Link): Promise<boolean> {
  const [link] = await sql`
    select from identity.linked_account
    where user_id = ${user_id} and related_user_id = ${related_user_id} and ended_at is null`
  return link !== undefined
}

type AnyScope = Pick<Ctx, 'unscoped'>

/** A link counts for another 90 days: someone who removes it to approve their own request is still the same person. */
const countingLinks = ({ unscoped: { sql } }: AnyScope) => sql`
  (select user_id, related_user_id from identity.linked_account
   where ended_at is null or ended_at > platform.now() - interval '90 days')`

/**
 * All accounts that count as the same person as this one, including itself: those that a single account can switch to,
 * also through others, if it can switch to this one. Two people who share an account stay two persons.
 */
export async function listOnePerson(ctx: AnyScope, user_id: number): Promise<ReadonlySet<number>> {
  const links = countingLinks(ctx)
  const rows = await ctx.unscoped.sql<{ user_id: number }>`
    with recursive above (user_id) as (
      select ${user_id}::int
      union select l.user_id from ${links} l join above on l.related_user_id = above.user_id
    ), below (user_id) as (
      select user_id from above
      union select l.related_user_id from ${links} l join below on l.user_id = below.user_id
    )
    select user_id from below`
  return new Set(rows.map((row) => row.user_id))
}

/** This account and those linked directly to it. Relatives of someone who manages all their accounts are not linked. */
export async function listLinkedAccounts(ctx: AnyScope, user_id: number): Promise<ReadonlySet<number>> {
  const links = countingLinks(ctx)
  const rows = await ctx.unscoped.sql<{ user_id: number }>`
    select related_user_id as user_id from ${links} l where user_id = ${user_id}
    union select user_id from ${links} l where related_user_id = ${user_id}`
  return new Set([user_id, ...rows.map((row) => row.user_id)])
}

/** Whether two accounts count as one person. Every rule that requires another person uses this or `listOnePerson`. */
export const isSamePerson = async (ctx: AnyScope, a: number, b: number): Promise<boolean> =>
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
  const [row] = await ctx.sql`
    insert into identity.linked_account ${ctx.sql({ user_id, related_user_id, organization_id, created_at: ctx.now })}
    on conflict (user_id, related_user_id) where ended_at is null do nothing
    returning linked_account_id`
  return row !== undefined
}
