import { students } from '../modules/backoffice/index.ts'
import { publicCourses } from '../modules/catalogue/index.ts'
import { permissionKeys, resolveSession } from '../modules/identity/index.ts'
import { systemClock } from '../platform/clock.ts'
import type { Ctx } from '../platform/ctx.ts'
import { appRole, type Database, openDatabase, usualOptions } from '../platform/db/database.ts'
import { silentLog } from '../platform/log.ts'
import { fillPorts, openCtx } from '../platform/open-ctx.ts'
import { secretPort } from '../platform/ports.ts'
import { median, type Pace } from './compare.ts'
import { figure, type Row, rate } from './report.ts'
import { type Seeded, sessionOf } from './seeded.ts'

type Asked = (ctx: Ctx, database: Database, n: number) => Promise<unknown>
type Options = { url: string; seeded: Seeded; pace: Pace }

const organization = { organization_id: 1, code: 'SSD', name: 'Sunshine Safe Driving', scope: [1] }

/**
 * What the policies cost: the same statements of the product as the login that owns the database (a superuser, for whom
 * no policy holds) and as the application, in turns.
 */
export async function rowSecurityRows({ url, seeded, pace }: Options): Promise<Row[]> {
  const owner = openDatabase({ ...usualOptions, name: 'bench-owner', url })
  const app = openDatabase({ ...usualOptions, name: 'bench-app', url, role: appRole })
  const session = (n: number) => sessionOf(seeded.first.user_id + (n % seeded.students))
  const cases: [string, Asked][] = [
    ['session look-up', (_, { read }, n) => resolveSession(read, session(n), new Date(), organization)],
    ['courses on sale', (ctx) => publicCourses(ctx, {})],
    ['first page of 200,000 students', (ctx) => students.operations[0].run(ctx, {})],
    [
      'session look-up, for another tenant each time',
      (_, { read }, n) => resolveSession(read.within([1, 2 + (n % 40)]), session(n), new Date(), organization),
    ],
  ]
  const rows: Row[] = []
  for (const [what, ask] of cases) rows.push(await costOf(what, ask, [owner, app], pace))
  await Promise.all([owner.close(1_000), app.close(1_000)])
  return rows
}

async function costOf(what: string, ask: Asked, sides: readonly Database[], pace: Pace): Promise<Row> {
  const rates: number[][] = [[], []]
  for (let round = 0; round <= pace.rounds; round++) {
    for (const side of round % 2 ? [0, 1] : [1, 0]) {
      const measured = await rateOf(ask, sides[side]!, pace)
      // The first round warms plans and compilers up.
      if (round > 0) rates[side]!.push(measured)
    }
  }
  const ratios = rates[1]!.map((measured, round) => measured / rates[0]![round]!).sort((a, b) => a - b)
  const note = `${rate(median(rates[1]!))} against ${rate(median(rates[0]!))}; rounds ${ratios[0]!.toFixed(2)} to ${ratios.at(-1)!.toFixed(2)}`
  return figure(`row level security: ${what}, with it against without`, median(ratios).toFixed(2), note)
}

/** Answers a second with eight callers. */
async function rateOf(ask: Asked, database: Database, { seconds }: Pace): Promise<number> {
  const ctx = contextOn(database)
  const end = performance.now() + seconds * 1_000
  let done = 0
  const call = async () => {
    while (performance.now() < end) await ask(ctx, database, done++)
  }
  await Promise.all(Array.from({ length: 8 }, call))
  return done / seconds
}

function contextOn(database: Database): Ctx {
  const ports = fillPorts([secretPort, 'a secret of the bench alone'])
  const services = { database, clock: systemClock, log: silentLog, facts: { send: async () => {} }, ports }
  const permissions = new Set<string>(permissionKeys)
  const who = { kind: 'user', user_id: 1, role: 'Admin', session_id: 1, viewed_by: null } as const
  return openCtx(services, {
    actor: { ...who, organization_id: organization.organization_id, permissions },
    organization,
    locale: 'en-us',
  })
}
