import { port } from '#platform/ctx.ts'
import type { Sql } from '#platform/db/sql.ts'

/** A call of a client, on a day of the visited organization. */
type CountedCall = {
  client_id: number
  organization_id: number
  client_key_id: number | null
  on_day: string
  refused: boolean
  at: Date
}

export type ClientUse = {
  /** Counts a call in memory, so that it costs no statement. */
  count(call: CountedCall): void
  /** Writes the counts; runs automatically a few seconds after a call, and before the process ends. */
  flush(): Promise<void>
}

/** The calls of clients in this process that are not written yet. */
export const clientUse = port<ClientUse>('client-use')

const flushSeconds = 5

type ClientCounts = Omit<CountedCall, 'refused'> & { calls: number; refusals: number }

/** `sql` must see every organization: clients of test organizations are counted, too. */
export function openClientUse(sql: Sql, onError: (error: unknown) => void): ClientUse {
  let countsByClient = new Map<string, ClientCounts>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const rows = [...countsByClient.values()]
    countsByClient = new Map()
    if (rows.length > 0) await writeUse(sql, rows)
  }

  return {
    count({ refused, ...call }) {
      const key = `${call.client_id} ${call.client_key_id} ${call.on_day}`
      const { calls, refusals } = countsByClient.get(key) ?? { calls: 0, refusals: 0 }
      countsByClient.set(key, { ...call, calls: calls + 1, refusals: refusals + (refused ? 1 : 0) })
      timer ??= setTimeout(() => void flush().catch(onError), flushSeconds * 1000).unref()
    },
    flush,
  }
}

/** Writes in the order of the ids, so that two processes never deadlock. */
async function writeUse(sql: Sql, counts: readonly ClientCounts[]): Promise<void> {
  await sql`
    with counted as materialized (
      select * from jsonb_to_recordset(${sql.json([...counts])}::jsonb)
        as c(client_id int, organization_id int, client_key_id int, on_day date, calls int, refusals int, at timestamptz)),
    seen as (
      update identity.client c set used_at = greatest(c.used_at, s.at)
      from (select client_id, max(at) as at from counted group by client_id order by client_id) s
      where c.client_id = s.client_id),
    keyed as (
      update identity.client_key k set used_at = greatest(k.used_at, s.at)
      from (select client_key_id, max(at) as at from counted where client_key_id is not null
            group by client_key_id order by client_key_id) s
      where k.client_key_id = s.client_key_id)
    insert into identity.client_day as d (client_id, organization_id, on_day, calls, refusals)
    select client_id, organization_id, on_day, sum(calls), sum(refusals) from counted group by 1, 2, 3 order by 1, 3
    on conflict (client_id, on_day) do update
      set calls = d.calls + excluded.calls, refusals = d.refusals + excluded.refusals`
}
