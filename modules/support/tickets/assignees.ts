import { listKeyHolders } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { z } from '#platform/schema.ts'
import { searchPattern } from '#platform/search-form.ts'

/** The permission to change tickets. */
export const ticketsKey = 'MANAGE_SUPPORT:UPDATE'

export const Assignee = z.object({
  user_id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  lk_user_role_id: z.int(),
  code: z.string(),
  organization_id: z.int(),
})
export type Assignee = z.infer<typeof Assignee>

/** The most people in a search result. */
export const maxFound = 20

/** Staff who work on tickets of an organization; with `user_id` only this person. */
export async function listAssignees(
  ctx: Ctx,
  organization_id: number,
  text: string,
  user_id?: number,
  max = maxFound,
): Promise<Assignee[]> {
  const holders = await listKeyHolders(ctx, { organization_id, key: ticketsKey, ...(user_id && { user_id }) })
  const ids = holders.map((holder) => holder.user_id)
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  // Not limited to the current site: staff of a parent organization also work on its tickets.
  const { sql } = ctx.unscoped
  return sql<Assignee>`
    select user_id, first_name, last_name, email, lk_user_role_id, organization_code as code, organization_id
    from identity.v_person
    where user_id = any(${sql.array(ids)}::int[])
      and (platform.search_form(first_name || ' ' || last_name) like ${searchPattern(text)} or email ilike ${pattern})
    order by first_name, last_name, user_id limit ${max}`
}
