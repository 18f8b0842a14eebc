import { setTimeout as sleep } from 'node:timers/promises'
import { Busy } from './errors.ts'
import type { Sql } from './sql.ts'

/** The reason why a standby is not read: unreachable, still behind, promoted, or of another cluster. */
export type ReplicaFault = {
  readonly reason: 'unreachable' | 'behind' | 'promoted' | 'foreign'
  readonly error?: unknown
}

export type ReadReplica = {
  /** Whether the standby has everything that is committed on the primary now; waits a moment for it. */
  isCurrent(): Promise<boolean>
}

type Options = {
  readonly primary: Sql
  readonly copy: Sql
  /** Called at each change between used (null) and not used. */
  readonly onChange: (fault: ReplicaFault | null) => void
}

/** How long a caller waits for a standby that lags, and how long an unreadable standby is left alone. */
const maxWaitMs = 1_000
const pauseMs = 10_000

/**
 * Decides whether exports and reports may read from a standby. It must have replayed what the primary had written at
 * the time of the call: people who save and then export find the change in the file.
 */
export function openReadReplica({ primary, copy, onChange }: Options): ReadReplica {
  let fault: ReplicaFault | null = null
  let pausedUntil = 0

  function setFault(next: ReplicaFault | null): boolean {
    if (next?.reason !== fault?.reason) onChange(next)
    fault = next
    // A standby that merely lags is tried again by the next caller.
    if (next && next.reason !== 'behind') pausedUntil = performance.now() + pauseMs
    return next === null
  }

  async function findFault(lsn: string, system: string): Promise<ReplicaFault | null> {
    const until = performance.now() + maxWaitMs
    for (;;) {
      const [state] = await copy<{ standby: boolean; current: boolean | null; system: string }>`
        select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as current,
               (select system_identifier::text from pg_control_system()) as system`
      if (state!.system !== system) return { reason: 'foreign' }
      if (!state!.standby) return { reason: 'promoted' }
      if (state!.current) return null
      if (performance.now() > until) return { reason: 'behind' }
      await sleep(50)
    }
  }

  return {
    async isCurrent() {
      if (performance.now() < pausedUntil) return false
      const [now] = await primary<{ lsn: string; system: string }>`
        select pg_current_wal_lsn()::text as lsn, (select system_identifier::text from pg_control_system()) as system`
      try {
        return setFault(await findFault(now!.lsn, now!.system))
      } catch (error) {
        // All its connections are in use, which is not the standby's fault: only this statement goes to the primary.
        if (error instanceof Busy) return false
        return setFault({ reason: 'unreachable', error })
      }
    },
  }
}
