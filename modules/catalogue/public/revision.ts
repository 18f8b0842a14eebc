import type { Sql } from '../../../platform/db/sql.ts'

type Revisions = ReadonlyMap<number, string>
type Round = { sellers: Set<number>; answer: Promise<Revisions> }

/** By database: the round that has not begun yet, and the one under way. */
const waiting = new WeakMap<Sql, Round>()
const running = new WeakMap<Sql, Promise<unknown>>()

/**
 * How often what an organization offers has changed, as a text; another one means that pages drawn before are old. It
 * is read from the database after the call was made, never remembered: whoever asks while it is being read waits for
 * the next reading, which serves all who came meanwhile. So a busy site costs one statement at a time.
 */
export async function readRevision(sql: Sql, organization_id: number): Promise<string> {
  const round = waiting.get(sql) ?? openRound(sql)
  round.sellers.add(organization_id)
  return (await round.answer).get(organization_id)!
}

function openRound(sql: Sql): Round {
  const sellers = new Set<number>()
  const before = running.get(sql) ?? Promise.resolve()
  const answer = before
    .catch(() => {})
    .then(() => {
      waiting.delete(sql)
      return selectRevisions(sql, [...sellers])
    })
  const round = { sellers, answer }
  waiting.set(sql, round)
  running.set(sql, answer)
  return round
}

/** 0 is what all sellers have in common. */
async function selectRevisions(sql: Sql, sellers: readonly number[]): Promise<Revisions> {
  const rows = await sql<{ seller_id: number; revision: string }>`
    select seller_id, revision::text from catalogue.revision where seller_id = any(${sql.array([0, ...sellers])})`
  const found = new Map(rows.map(({ seller_id, revision }) => [seller_id, revision]))
  return new Map(sellers.map((seller) => [seller, `${found.get(0) ?? 0}.${found.get(seller) ?? 0}`]))
}
