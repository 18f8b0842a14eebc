import { hashPassword, resolveSession } from '#modules/identity/entry.ts'
import { appRole, type Database, defaultOptions, openDatabase } from '#platform/db/database.ts'
import { compare, median } from './compare.ts'
import { addressOf, type LoadRequest, load } from './load.ts'
import { type Row, rate } from './report.ts'
import { type Seeded, sessionOf } from './seeded.ts'
import { type Bench, lessonRequest } from './throughput.ts'

export const password = 'Bench-Password-2026!'
const organization = { organization_id: 1 }

/** Gives every student the same password; returns its hash. */
export async function setPasswords(db: Database, { first, students }: Seeded, password: string): Promise<string> {
  const hash = await hashPassword(password)
  await db.tx(
    (sql) => sql`update identity.person set password_hash = ${hash}
                 where user_id between ${first.user_id} and ${first.user_id + students - 1}`,
  )
  return hash
}

/** Signing in against a bare server that only verifies the same hash: argon2 is most of it. */
export async function signInRows({ db, seeded, reference, subject, pace }: Bench): Promise<Row[]> {
  const { user_id } = seeded.first
  const hash = await setPasswords(db, seeded, password)
  const people = await db.read<{ loginid: string }>`
    select loginid from identity.person where user_id >= ${user_id} order by user_id limit ${seeded.students}`
  const signIn = (n: number): LoadRequest => {
    const { loginid } = people[n % people.length]!
    return { path: '/api/user/login', address: addressOf(n), body: { loginid, password } }
  }
  const verify = (): LoadRequest => ({ path: '/verify', body: { hash, password } })
  const { ratio, low, high, ...rates } = await compare(
    { server: reference, requestOf: verify },
    { server: subject, requestOf: signIn },
    { ...pace, connections: 4 },
  )
  const spread = `rounds ${low.toFixed(2)} to ${high.toFixed(2)}`
  const note = `${rate(rates.subject)} against ${rate(rates.reference)}; ${spread}`
  const label = 'POST /user/login, against argon2 alone'
  return [{ label, measured: ratio.toFixed(2), goal: '>= 0.8', met: ratio >= 0.8, note }]
}

/** The share of the session lookup in a page's cost. */
export async function sessionRows(bench: Bench): Promise<Row[]> {
  const lookups = await lookupRate(bench)
  const { seeded, subject, pace } = bench
  const pages: [string, (n: number) => LoadRequest][] = [
    [
      'the dashboard',
      (n) => ({ path: '/dashboard', session: sessionOf(seeded.first.user_id + (n % seeded.students)) }),
    ],
    ['a lesson page', (n) => lessonRequest(seeded, n)],
  ]
  const rows: Row[] = []
  for (const [name, requestOf] of pages) {
    const loads = { port: subject.port, requestOf, connections: pace.connections, seconds: pace.seconds }
    const { rate: pageRate } = await load(loads)
    const share = pageRate / lookups
    const added = share / (1 - share)
    const note = `${rate(pageRate)} pages against ${rate(lookups)} lookups alone, the same number in parallel`
    const measured = `${(100 * added).toFixed(0)} %`
    rows.push({ label: `session look-up, added to ${name}`, measured, goal: '<= 15 %', met: added <= 0.15, note })
  }
  return rows
}

/** Lookups per second through the application's own pool, without HTTP; the same statement reads the permissions. */
async function lookupRate({ url, seeded, pace }: Bench): Promise<number> {
  const { read, close } = openDatabase({ ...defaultOptions, name: 'bench-session', url, role: appRole })
  const visitor = {
    sql: read.within([organization.organization_id]),
    unscoped: { sql: read },
    now: new Date(),
    organization,
  }
  const rates: number[] = []
  for (let round = 0; round < 3; round++) {
    const end = performance.now() + pace.seconds * 1_000
    let finishedCount = 0
    const run = async () => {
      while (performance.now() < end)
        await resolveSession(visitor, sessionOf(seeded.first.user_id + (finishedCount++ % seeded.students)))
    }
    await Promise.all(Array.from({ length: pace.connections }, run))
    rates.push(finishedCount / pace.seconds)
  }
  await close(1_000)
  return median(rates)
}
