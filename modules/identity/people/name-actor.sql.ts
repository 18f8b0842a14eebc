import type { Ctx } from '#platform/ctx.ts'

/**
 * 'Ana Diaz (17)': the actor with the id that auditors know, followed by the viewer, who may be staff of a parent
 * organization.
 */
export async function nameActor({ sql, actor, organization }: Ctx): Promise<string> {
  if (actor.kind === 'client') {
    const [client] = await sql<{ name: string }>`
      select name from identity.client where client_id = ${actor.client_id}`
    return `${client?.name ?? ''} (client ${actor.client_id})`.trimStart()
  }
  if (actor.kind !== 'user') return actor.kind === 'system' ? actor.name : ''
  const { user_id, viewed_by } = actor
  const [row] = await sql<{ name: string; viewer: string | null }>`
    select trim(first_name || ' ' || last_name) as name,
      identity.staff_name(${viewed_by}, ${organization.organization_id}) as viewer
    from identity.person where user_id = ${user_id}`
  const person = withId(row?.name, user_id)
  return viewed_by === null ? person : `${person} / ${withId(row?.viewer, viewed_by)}`
}

const withId = (name: string | null | undefined, user_id: number): string => `${name ?? ''} (${user_id})`.trimStart()
