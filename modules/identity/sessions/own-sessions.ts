import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import { count, z } from '#platform/schema.ts'
import { localText, texts } from '#platform/texts.ts'
import { deviceOf } from './device-words.ts'
import { networkOf } from './network.ts'

const messages = texts({
  ended: ['That device was signed out.', 'Se cerró la sesión en ese dispositivo.'],
  othersEnded: ['Every other device was signed out.', 'Se cerró la sesión en los demás dispositivos.'],
})

const Session = z.object({
  session_id: z.int(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** The network part of the address: a household or an office. */
  network: z.string(),
  method: z.string(),
  created_at: z.iso.datetime(),
  seen_at: z.iso.datetime(),
  /** The session of this request. */
  current: z.boolean(),
})
export type OwnSession = z.output<typeof Session>

type Row = { session_id: number; user_agent: string | null; address: string | null; method: string } & Record<
  'created_at' | 'seen_at',
  Date
>

export const fetchSessions = operation({
  call: 'GET /user/sessions',
  summary: 'Lists the devices where the caller is signed in',
  added: true,
  may: signedIn,
  takes: z.object({}),
  gives: z.object({ sessions: z.array(Session) }),
  async run(ctx) {
    const { session_id } = userOf(ctx)
    const rows = await listLiveSessions(ctx)
    return { sessions: rows.map((row) => ({ ...sessionResponse(row), current: row.session_id === session_id })) }
  },
})

/** A view by staff is not the person's session. */
const listLiveSessions = (ctx: Ctx): Promise<Row[]> => ctx.sql<Row>`
  select session_id, user_agent, address, method, created_at, seen_at from identity.session
  where user_id = ${userOf(ctx).user_id} and viewed_by is null and ended_at is null and expires_at > ${ctx.now}
    and seen_at + idle_seconds * interval '1 second' > ${ctx.now}
  order by seen_at desc, session_id desc limit 100`

const sessionResponse = ({ session_id, user_agent, address, method, created_at, seen_at }: Row) => ({
  session_id,
  ...deviceOf(user_agent),
  network: address ? networkOf(address) : '',
  method,
  created_at: created_at.toISOString(),
  seen_at: seen_at.toISOString(),
})

export const endOwnSession = operation({
  call: 'DELETE /user/session',
  summary: "Signs out one of the caller's devices",
  added: true,
  may: signedIn,
  takes: z.object({ session_id: count(1, Number.MAX_SAFE_INTEGER) }),
  gives: z.object({}),
  audit: 'user.endSession',
  async run(ctx, { session_id }) {
    const endedRows = await ctx.sql`
      update identity.session set ended_at = ${ctx.now}
      where session_id = ${session_id} and user_id = ${userOf(ctx).user_id} and viewed_by is null and ended_at is null
      returning session_id`
    if (endedRows.length === 0) throw errors.notFound()
    return { message: localText(ctx.locale, messages, 'ended') }
  },
})

export const endOtherSessions = operation({
  call: 'POST /user/sessions/end-others',
  summary: "Signs out all of the caller's other devices",
  added: true,
  may: signedIn,
  takes: z.object({}),
  gives: z.object({}),
  audit: 'user.endOtherSessions',
  async run(ctx) {
    const { user_id, session_id } = userOf(ctx)
    await ctx.sql`
      update identity.session set ended_at = ${ctx.now}
      where user_id = ${user_id} and session_id <> ${session_id} and viewed_by is null and ended_at is null`
    return { message: localText(ctx.locale, messages, 'othersEnded') }
  },
})
