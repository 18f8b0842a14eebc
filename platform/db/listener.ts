import postgres from 'postgres'
import { readAddress } from './address.ts'
import { quote } from './compile.ts'
import { clientOptions, type SlotOptions } from './slot.ts'

export type OnNotify = (payload: string) => void

/** Receives notifications on its own connection, which is reopened whenever it is lost. */
export type Listener = {
  /**
   * Resolves once the server listens. `onReady` runs then and after each reconnection and must read everything again,
   * because notifications in between are lost. Returns a function that stops it.
   */
  listen(channel: string, onNotify: OnNotify, onReady?: () => void): Promise<() => void>
  close(): Promise<void>
}

type Subscription = {
  readonly channel: string
  readonly onNotify: OnNotify
  readonly onReady: (() => void) | undefined
}

const pingIntervalMs = 20_000
const responseTimeoutMs = 10_000

export function makeListener(options: SlotOptions): Listener {
  const subscriptions = new Set<Subscription>()
  let client: postgres.Sql | undefined
  let isClosed = false
  let failures = 0
  let retry: NodeJS.Timeout | undefined
  const ping = setInterval(() => client && send(client, 'select 1').catch(() => {}), pingIntervalMs)
  ping.unref()

  function open(): postgres.Sql {
    const connection: postgres.Sql = postgres(readAddress(options.url).url, {
      ...clientOptions(options, () => lose(connection)),
      onnotify: (channel: string, payload: string) => notify(channel, payload),
    } as postgres.Options<Record<string, postgres.PostgresType>>)
    return connection
  }

  function notify(channel: string, payload: string) {
    for (const subscription of subscriptions)
      if (subscription.channel === channel) call(() => subscription.onNotify(payload))
  }

  async function send(connection: postgres.Sql, text: string) {
    const timer = setTimeout(() => lose(connection), responseTimeoutMs)
    try {
      await connection.unsafe(text)
    } catch (error) {
      lose(connection)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  function lose(connection: postgres.Sql) {
    connection.end({ timeout: 0 }).catch(() => {})
    if (client !== connection) return
    client = undefined
    if (isClosed || subscriptions.size === 0) return
    const delay = Math.min(5_000, 50 * 2 ** failures++)
    retry = setTimeout(() => connect().catch(() => {}), delay)
  }

  async function connect() {
    if (isClosed || client || subscriptions.size === 0) return
    const connection = open()
    client = connection
    for (const channel of new Set([...subscriptions].map((subscription) => subscription.channel)))
      await send(connection, `listen ${quote(channel)}`)
    failures = 0
    for (const subscription of subscriptions) call(() => subscription.onReady?.())
  }

  async function join(connection: postgres.Sql, subscription: Subscription) {
    await send(connection, `listen ${quote(subscription.channel)}`)
    call(() => subscription.onReady?.())
  }

  return {
    async listen(channel, onNotify, onReady) {
      const subscription: Subscription = { channel, onNotify, onReady }
      subscriptions.add(subscription)
      try {
        await (client ? join(client, subscription) : connect())
      } catch (error) {
        subscriptions.delete(subscription)
        throw error
      }
      return () => void subscriptions.delete(subscription)
    },
    async close() {
      isClosed = true
      clearInterval(ping)
      clearTimeout(retry)
      await client?.end({ timeout: 0 })
    },
  }
}

// The driver swallows errors of callbacks; a bug should be visible without ending the process.
function call(callback: () => void) {
  try {
    callback()
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error))
  }
}
