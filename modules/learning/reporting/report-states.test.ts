import { expect, test } from 'vitest'
import { testDatabase } from '#platform/testing/database.ts'
import { isInState, reportStateSql, reportStates, urgencyOfReport } from './report-states.ts'

const { db } = await testDatabase()
const { read: sql } = db

/** The states that the table allows, except `replaced`, which no list shows. */
async function storedStates(): Promise<string[]> {
  const [row] = await sql<{ rule: string }>`
    select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'completion_report_state_known'`
  return [...row!.rule.matchAll(/'([a-z]+)'/g)].map(([, state]) => state!).filter((state) => state !== 'replaced')
}

test('each stored state has its number and name, and the filter of that number finds only it', async () => {
  const named = {
    due: 'Due',
    sending: 'Sending',
    retry: 'Will be sent again',
    accepted: 'Accepted',
    rejected: 'Rejected',
    waiting: 'Waiting for another agency',
    watched: 'Passed on',
  }
  const states = await storedStates()
  expect(states.toSorted()).toEqual(Object.keys(named).toSorted())
  const rows = await sql<{ state: string; n: number }>`
    select r.state, ${reportStateSql(sql)} as n from unnest(${sql.array(states)}::text[]) r (state)`
  expect(Object.fromEntries(rows.map(({ state, n }) => [state, reportStates[n as 1][0]]))).toEqual(named)
  for (const { state, n } of rows) {
    const inState = await sql`
      select r.state from unnest(${sql.array(states)}::text[]) r (state) where ${isInState(sql, n)}`
    expect(inState).toEqual([{ state }])
  }
})

test('a completion shows its most urgent report', async () => {
  const rows = await sql<{ state: string }>`
    select state from unnest(${sql.array(await storedStates())}::text[]) r (state) order by ${urgencyOfReport(sql)}`
  const order = ['rejected', 'retry', 'sending', 'due', 'waiting', 'watched', 'accepted']
  expect(rows.map(({ state }) => state)).toEqual(order)
})
