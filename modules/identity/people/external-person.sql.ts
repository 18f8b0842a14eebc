import type { Ctx } from '#platform/ctx.ts'

type External = { organization_id: number; external_id: string }

/**
 * The person with a partner's id in an organization. Locks the id until the transaction ends, so that of two requests
 * at once the second finds the person of the first.
 */
export async function lockExternalPerson({ sql }: Ctx, { organization_id, external_id }: External) {
  await sql`
    select pg_advisory_xact_lock(hashtext('identity.external_person'),
                                 hashtext(${organization_id}::int || ' ' || ${external_id}::text))`
  const [row] = await sql<{ user_id: number }>`
    select user_id from identity.external_person
    where organization_id = ${organization_id} and external_id = ${external_id}`
  return row?.user_id ?? null
}

/** Gives a person a partner's id; false if the person has another one already. */
export async function insertExternalPerson({ sql }: Ctx, row: External & { user_id: number }): Promise<boolean> {
  const rows = await sql`
    insert into identity.external_person ${sql(row)} on conflict do nothing returning user_id`
  return rows.length > 0
}
