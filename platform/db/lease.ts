import postgres from 'postgres'

/** A fixed number; every process that uses the server holds this lock in shared mode. */
const key = 7_205_431

/** Marks a server as in use by this process. It ends with the process, however that ends. */
export type Lease = {
  /** Ends the lease, and runs `stop` if no one else uses the server. Returns whether it did. */
  end(stop: () => Promise<void>): Promise<boolean>
}

/**
 * Waits while someone stops the server and then rejects: the caller must start another one. The server itself holds the
 * lock, so two processes that start and end at the same moment can't misjudge each other.
 */
export async function acquireLease(url: string): Promise<Lease> {
  const address = new URL(url)
  address.pathname = '/postgres'
  let holder: postgres.Sql | undefined
  let ended = false
  const take = async () => {
    const session: postgres.Sql = postgres(address.href, {
      max: 1,
      fetch_types: false,
      max_lifetime: null,
      connect_timeout: 5,
      onnotice: () => {},
      connection: { application_name: 'waypost lease' },
      onclose: () => lose(session),
    })
    try {
      await session`select pg_advisory_lock_shared(${key})`
      holder = session
    } catch (error) {
      await session.end({ timeout: 0 })
      throw error
    }
  }
  const retry = () => void setTimeout(() => ended || take().catch(retry), 1_000).unref()
  const lose = (connection: postgres.Sql) => {
    if (connection !== holder || ended) return
    holder = undefined
    void connection.end({ timeout: 0 })
    retry()
  }
  await take()
  return {
    async end(stop) {
      ended = true
      if (!holder) return false
      try {
        // Unlocks in the holding session: closing the connection would free the lock only a moment later.
        const [row] = await holder`
          select pg_advisory_unlock_shared(${key}), pg_try_advisory_lock(${key}) as last`
        if (row?.last) await stop()
        return row?.last === true
      } finally {
        await holder.end({ timeout: 0 })
      }
    },
  }
}
