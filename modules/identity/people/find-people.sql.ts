import type { Ctx } from '#platform/ctx.ts'
import { readPhone } from '#platform/phone.ts'
import { hasTrigram, searchPattern } from '#platform/search-form.ts'

/**
 * The ids of all people in scope with these words in their names or addresses, if they are few. Null if there are too
 * many, or the words are too short. The index contains only Latin letters, so the caller must compare other words
 * itself.
 */
export const findPeople = (ctx: Pick<Ctx, 'sql'>, words: readonly string[]): Promise<readonly number[] | null> =>
  find(ctx, words, false)

/** As `findPeople`, with people who were removed: their courses and certificates stay in the lists. */
export const findPeopleWithRemoved = (
  ctx: Pick<Ctx, 'sql'>,
  words: readonly string[],
): Promise<readonly number[] | null> => find(ctx, words, true)

async function find(
  { sql }: Pick<Ctx, 'sql'>,
  words: readonly string[],
  removed: boolean,
): Promise<readonly number[] | null> {
  const patterns = words.filter(hasTrigram).map(searchPattern)
  if (patterns.length === 0) return null
  const [row] = await sql<{ user_ids: number[] | null }>`
    select identity.find_people(${sql.array(patterns)}::text[], ${removed}) as user_ids`
  return row!.user_ids
}

/** The maximum number of people with one phone number that a search returns. */
const maxPerNumber = 1_000

/** The ids of the people in scope with this phone number, in any notation; null for other texts. */
export async function findPeopleByPhone(
  { sql, organization }: Pick<Ctx, 'sql' | 'organization'>,
  text: string,
): Promise<readonly number[] | null> {
  const { digits } = readPhone(text)
  if (!digits) return null
  const rows = await sql<{ user_id: number }>`
    select distinct user_id from identity.phone
    where phone_number = ${digits} and organization_id = any(${sql.array([...organization.scope])}::int[])
    limit ${maxPerNumber}`
  return rows.map(({ user_id }) => user_id)
}
