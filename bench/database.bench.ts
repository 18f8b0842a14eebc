import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { type Database, defaultOptions, openDatabase } from '#platform/db/database.ts'

/** One measured figure; `note` says what it is compared with or what would be wrong. */
export type BenchRow = { readonly name: string; readonly value: number; readonly unit: string; readonly note: string }

type Query = (n: number) => PromiseLike<unknown>

/**
 * Measures the database layer beside the bare driver, on a database where it may create the table bench_note. Takes
 * about six times `seconds`.
 */
export async function databaseRows(url: string, seconds = 10): Promise<BenchRow[]> {
  const db = openDatabase({ ...defaultOptions, url, name: 'bench', maxWaiting: 1_000 })
  const bare = postgres(url, { max: defaultOptions.web.connections, fetch_types: false, onnotice: () => {} })
  try {
    await bare`drop table if exists bench_note`
    await bare`create table bench_note (who text)`
    const leaks = [await leakOfDriver(url, bare), await measureOwnLeak(db, bare)]
    const rates = [...(await driverRates(bare, seconds)), ...(await ourRates(db, seconds))]
    await bare`drop table bench_note`
    return [...leaks, ...rates]
  } finally {
    await db.close(1_000)
    await bare.end({ timeout: 1 })
  }
}

/** A backend dies in one transaction's callback while another transaction waits to roll back on the same pool. */
async function leakOfDriver(url: string, admin: postgres.Sql): Promise<BenchRow> {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} })
  const first = sql.begin(async (tx) => {
    const [me] = await tx`select pg_backend_pid() as pid`
    await admin`select pg_terminate_backend(${me?.pid})`
    await sleep(300)
    await tx`insert into bench_note values ('driver: after its death')`
  })
  const second = sleep(200).then(() =>
    sql.begin(async (tx) => {
      await tx`insert into bench_note values ('driver: told to roll back')`
      await sleep(500)
      throw new Error('roll back')
    }),
  )
  await Promise.allSettled([first, second])
  await sleep(200)
  await sql.end({ timeout: 1 })
  return stored(admin, 'driver', 'sql.begin of the bare driver')
}

async function measureOwnLeak(db: Database, admin: postgres.Sql): Promise<BenchRow> {
  const first = db.tx(async (tx) => {
    const [me] = await tx<{ pid: number }>`select pg_backend_pid() as pid`
    await admin`select pg_terminate_backend(${me?.pid ?? 0})`
    await sleep(300)
    await tx`insert into bench_note values ('ours: after its death')`
  })
  const second = sleep(200).then(() =>
    db.tx(async (tx) => {
      await tx`insert into bench_note values ('ours: told to roll back')`
      await sleep(500)
      throw new Error('roll back')
    }),
  )
  await Promise.allSettled([first, second])
  return stored(admin, 'ours', 'database.tx')
}

async function stored(admin: postgres.Sql, side: string, name: string): Promise<BenchRow> {
  const rows = await admin`select who from bench_note where starts_with(who, ${side})`
  const note = 'rows stored by transactions that failed; anything but 0 is a leak'
  return { name: `leak: ${name}`, value: rows.length, unit: 'rows', note }
}

async function driverRates(bare: postgres.Sql, seconds: number): Promise<BenchRow[]> {
  const query: Query = (n) => bare`select 1 as x where 1 = ${n}`
  const steady = await rates(query, 16, seconds)
  return [rateRow('reads, bare driver, 16 in parallel', steady), decayRow('bare driver, 16 in parallel', steady)]
}

async function ourRates(db: Database, seconds: number): Promise<BenchRow[]> {
  const query: Query = (n) => db.read`select 1 as x where 1 = ${n}`
  const steady = await rates(query, 16, seconds)
  const calm = await rates(query, 4, seconds / 2)
  await rates(query, 200, seconds / 5)
  const after = await rates(query, 4, seconds / 2)
  const small: Query = (n) => db.tx((sql) => sql`insert into bench_note values (${`bench ${n}`})`)
  return [
    rateRow('reads, 16 in parallel', steady),
    decayRow('16 in parallel', steady),
    {
      name: 'reads, 4 in parallel, after a burst of 200 against before it',
      value: round(median(after) / median(calm)),
      unit: 'ratio',
      note: '1 is steady; a queue that decays stays below for good',
    },
    rateRow('small transactions, 8 in parallel', await rates(small, 8, seconds / 2)),
  ]
}

/** Responses per second, for each second, with this many callers that send the next request after each response. */
async function rates(query: Query, callers: number, seconds: number): Promise<number[]> {
  const perSecond: number[] = []
  const start = performance.now()
  let responseCount = 0
  const timer = setInterval(() => {
    perSecond.push(responseCount)
    responseCount = 0
  }, 1_000)
  const call = async () => {
    while (performance.now() - start < seconds * 1_000 + 50) {
      await query(1)
      responseCount++
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  clearInterval(timer)
  return perSecond.length > 0 ? perSecond : [responseCount / seconds]
}

function rateRow(name: string, perSecond: readonly number[]): BenchRow {
  return { name, value: Math.round(median(perSecond)), unit: '/s', note: 'median of one-second counts' }
}

function decayRow(label: string, perSecond: readonly number[]): BenchRow {
  const best = Math.max(...perSecond)
  const name = `decay of reads, ${label}: last second against the best`
  return { name, value: round((perSecond.at(-1) ?? 0) / best), unit: 'ratio', note: '1 is steady' }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
