import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'

export type PhoneRow = { phone_id: number; phone_number: string; lk_phone_number_type_id: number }
type TypedPhone = { phone_id?: number | null; phone_number: string; lk_phone_number_type_id: number }

export async function listPhones(ctx: Pick<Ctx, 'sql'>, user_id: number): Promise<PhoneRow[]> {
  return await ctx.sql<PhoneRow>`
    select phone_id, phone_number, lk_phone_number_type_id from identity.phone
    where user_id = ${user_id} order by phone_id`
}

/**
 * Updates numbers with an id, adds the others and deletes the given ones; all must be the person's own. Existing
 * numbers are not added again. The caller must hold the person's row lock, so that identical requests run one after
 * another.
 */
export async function savePhones(
  ctx: Ctx,
  person: { user_id: number; organization_id: number },
  numbers: readonly TypedPhone[],
  numbersToDelete: readonly number[],
): Promise<void> {
  const { user_id } = person
  if (numbersToDelete.length > 0) {
    await ctx.sql`
      delete from identity.phone where user_id = ${user_id} and phone_id = any(${ctx.sql.array(numbersToDelete)})`
  }
  for (const { phone_id, phone_number, lk_phone_number_type_id } of numbers) {
    const row = { phone_number, lk_phone_number_type_id }
    if (!phone_id) await insertPhone(ctx, person, row)
    else if (!numbersToDelete.includes(phone_id)) await updatePhone(ctx, user_id, phone_id, row)
  }
}

async function insertPhone(
  ctx: Ctx,
  { user_id, organization_id }: { user_id: number; organization_id: number },
  { phone_number, lk_phone_number_type_id }: Omit<PhoneRow, 'phone_id'>,
): Promise<void> {
  await ctx.sql`
    insert into identity.phone (user_id, organization_id, phone_number, lk_phone_number_type_id)
    select ${user_id}, ${organization_id}, ${phone_number}, ${lk_phone_number_type_id}
    where not exists (
      select from identity.phone where user_id = ${user_id} and phone_number = ${phone_number}
        and lk_phone_number_type_id = ${lk_phone_number_type_id})`
}

async function updatePhone(
  ctx: Ctx,
  user_id: number,
  phone_id: number,
  row: Omit<PhoneRow, 'phone_id'>,
): Promise<void> {
  const changedRows = await ctx.sql`
    update identity.phone set ${ctx.sql(row)} where phone_id = ${phone_id} and user_id = ${user_id} returning phone_id`
  if (changedRows.length === 0) throw errors.notFound()
}
