import type { Ctx } from '#platform/ctx.ts'

type ExternalId = { organization_id: number; external_id: string }

/**
 * The person with a partner's id in an organization, unless that person was removed. Locks the id until the transaction
 * ends, so that the second of two simultaneous requests finds the person of the first.
 */
export async function lockExternalPerson({ sql }: Ctx, { organization_id, external_id }: ExternalId) {
  await sql`
    select pg_advisory_xact_lock(hashtext('identity.external_person'),
                                 hashtext(${organization_id}::int || ' ' || ${external_id}::text))`
  const [row] = await sql<{ user_id: number }>`
    select e.user_id from identity.external_person e
    join identity.person p on p.user_id = e.user_id and p.deleted_at is null
    where e.organization_id = ${organization_id} and e.external_id = ${external_id}`
  return row?.user_id ?? null
}

/** Assigns a partner's id to a person, even the id of a removed person; false if the person has another one already. */
export async function insertExternalPerson({ sql }: Ctx, row: ExternalId & { user_id: number }): Promise<boolean> {
  await sql`
    delete from identity.external_person e using identity.person p
    where e.organization_id = ${row.organization_id} and e.external_id = ${row.external_id}
      and p.user_id = e.user_id and p.deleted_at is not null`
  const rows = await sql`
    insert into identity.external_person ${sql(row)} on conflict do nothing returning user_id`
  return rows.length > 0
}
