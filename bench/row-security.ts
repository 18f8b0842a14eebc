import { students } from '#modules/backoffice/students/students.grid.ts'
import { searchPublicCourses } from '#modules/catalogue/entry.ts'
import { permissionKeys, resolveSession } from '#modules/identity/entry.ts'
import { systemClock } from '#platform/clock.ts'
import type { Ctx } from '#platform/ctx.ts'
import { appRole, type Database, defaultOptions, openDatabase } from '#platform/db/database.ts'
import { silentLog } from '#platform/log.ts'
import { fillPorts, openCtx } from '#platform/open-ctx.ts'
import { secretPort } from '#platform/ports.ts'
import { median, type Pace } from './compare.ts'
import { figure, ms, type Row } from './report.ts'
import { type Seeded, sessionOf } from './seeded.ts'

type Query = (ctx: Ctx, database: Database, n: number) => Promise<unknown>
type Options = { url: string; seeded: Seeded; pace: Pace }

const organization = {
  organization_id: 1,
  code: 'SSD',
  name: 'Sunshine Safe Driving',
  scope: [1],
  time_zone: 'America/New_York',
}

/**
 * The cost of the policies: the same statements as the database's owner (a superuser, to whom no policy applies) and as
 * the application, in turn.
 */
export async function rowSecurityRows({ url, seeded, pace }: Options): Promise<Row[]> {
  const owner = openDatabase({ ...defaultOptions, name: 'bench-owner', url })
  const app = openDatabase({ ...defaultOptions, name: 'bench-app', url, role: appRole })
  const session = (n: number) => sessionOf(seeded.first.user_id + (n % seeded.students))
  const cases: [string, Query][] = [
    ['session look-up', (ctx, _, n) => resolveSession(ctx, session(n))],
    ['courses on sale', (ctx) => searchPublicCourses(ctx, {})],
    ['first page of 200,000 students', (ctx) => students.operations[0].run(ctx, {})],
    [
      'session look-up, for another tenant each time',
      (ctx, { read }, n) => {
        const { unscoped, now } = ctx
        return resolveSession({ sql: read.within([1, 2 + (n % 40)]), unscoped, now, organization }, session(n))
      },
    ],
  ]
  const rows: Row[] = []
  for (const [label, query] of cases) rows.push(await costOf(label, query, [owner, app], pace))
  await Promise.all([owner.close(1_000), app.close(1_000)])
  return rows
}

/** One call at a time, the sides in turn, so that the machine's other work slows both alike. */
async function costOf(label: string, query: Query, sides: readonly Database[], pace: Pace): Promise<Row> {
  const contexts = sides.map(contextOn)
  const times: [number[], number[]] = [[], []]
  const calls = pace.rounds * pace.seconds * 200
  for (let n = -100; n < calls; n++) {
    for (const side of n % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
      const startedAt = performance.now()
      await query(contexts[side]!, sides[side]!, n + 100)
      // The first ones warm up plans and compilers.
      if (n >= 0) times[side].push(performance.now() - startedAt)
    }
  }
  const [without, within] = [median(times[0]), median(times[1])]
  const note = `median ${ms(within)} against ${ms(without)} of ${calls} calls each, one at a time`
  return figure(`row level security: ${label}, with it against without`, `${(within / without).toFixed(2)} x`, note)
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
