import { identityErrors } from '#modules/identity/errors.ts'
import type { Ctx, Organization } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { count, z } from '#platform/schema.ts'
import { dueWork } from './due-work.ts'
import { inSandbox } from './in-sandbox.ts'
import { readTestOrganization } from './test-organization.sql.ts'

const minutesPerDay = 1_440
/** The furthest move of one call, and of a sandbox in all. */
const maxDaysAtOnce = 90
const maxDays = 400

const Clock = {
  /** The time in the sandbox. */
  now: z.iso.datetime(),
  /** How many minutes it is ahead of the real time. */
  moved_minutes: z.int(),
}

export const fetchTestClock = operation({
  call: 'GET /test/clock',
  added: true,
  summary: 'The time in the sandbox, and how far its clock was moved',
  may: inSandbox('MANAGE_STUDENTS:READ'),
  takes: z.object({}),
  gives: z.object(Clock),
  fails: [identityErrors.sandboxOnly],
  clients: 'getTestClock',
  run: async (ctx) => clockResponse(ctx),
})

const clockResponse = ({ now, organization }: Ctx) => ({
  now: now.toISOString(),
  moved_minutes: Math.round((organization.moved_ms ?? 0) / 60_000),
})

export const moveTestClock = operation({
  call: 'POST /test/clock',
  added: true,
  summary:
    'Moves the clock of the sandbox forward, and runs what became due: reminders, expiry, reports and certificates',
  may: inSandbox('MANAGE_STUDENTS:UPDATE'),
  takes: z.object({
    /** At most 90 days in one call, and 400 days in all. */
    minutes: count(1, maxDaysAtOnce * minutesPerDay),
  }),
  gives: z.object({
    ...Clock,
    /** The scheduled work that ran. What it caused (emails, webhooks) follows within seconds. */
    ran: z.array(z.string()),
    /** The scheduled work that failed or was not reached in time; it runs again with the next move. */
    pending: z.array(z.string()),
  }),
  fails: [identityErrors.sandboxOnly, identityErrors.testClockLimit],
  transaction: { own: 'the new time is committed before the work that is due then' },
  clients: 'moveTestClock',
  rate: { name: 'test-clock', perMinute: 20, burst: 10 },
  async run(ctx, { minutes }) {
    const organization = await ctx.tx((inner) => moveClock(inner as Ctx, minutes))
    const movedCtx = ctx.as({ organization }) as Ctx
    const { ran, pending } = await ctx.use(dueWork)(movedCtx)
    return { ...clockResponse(movedCtx), ran, pending }
  },
})

/** Moves the clock and returns the organization at the new time. Throws testClockLimit. */
async function moveClock(ctx: Ctx, minutes: number): Promise<Organization> {
  const { sql, organization } = ctx
  const { organization_id } = organization
  // The row's lock adds up concurrent moves.
  const { count: changedCount } = await sql`
    update identity.test_clock set moved = moved + make_interval(mins => ${minutes})
    where organization_id = ${organization_id}
      and moved + make_interval(mins => ${minutes}) <= make_interval(days => ${maxDays})`
  if (changedCount === 0) throw identityErrors.testClockLimit()
  await ctx.audit({ action: 'test.moveClock', after: { minutes } })
  return (await readTestOrganization(sql, organization_id))!
}
