import postgres from 'postgres'
import type { Compiled } from './compile.ts'
import { noteDiskFull } from './disk-full.ts'
import { encode } from './encode.ts'
import { ConnectionLost, DatabaseError, type ServerAnswer, SqlError } from './errors.ts'
import type { ScopeText } from './scope.ts'
import type { Rows } from './sql.ts'
import { wireTypes } from './wire-types.ts'

/** Where and how the connections of one pool are opened; times in milliseconds, 0 or absent for none. */
export type SlotOptions = {
  readonly url: string
  /** The folder of the server's Unix socket, which is quicker than TCP on the same machine. */
  readonly socket?: string
  readonly name: string
  /** The role that the connection works as; the login's own where it is absent. */
  readonly role?: string
  readonly statementTimeoutMs?: number
  readonly lockTimeoutMs?: number
  readonly idleInTransactionTimeoutMs?: number
}

/** One connection with a driver client of its own: never reconnected, thrown away when it dies. */
export type Slot = {
  /** Why the connection is unusable, or undefined while it lives. */
  readonly dead: DatabaseError | undefined
  /** Has the server answered on it yet? Before that nothing may be pipelined. */
  readonly proven: boolean
  /** Called once each with the reason when the connection dies. */
  readonly closeListeners: Set<CloseListener>
  /** The scope that the server holds for this connection; undefined while no one knows. */
  readonly scope: ScopeText | undefined
  /** Sends a statement, with its scope before it where the connection has another one. */
  run(compiled: Compiled, scope: ScopeText): Promise<Rows<unknown>>
  /** Has the server prepared this statement on the connection, and does the connection hold this scope? */
  knows(compiled: Compiled, scope: ScopeText): boolean
  /** Something was rolled back, and a change of the scope with it. */
  forgetScope(): void
  /** Sends a command without parameters (begin, commit, savepoint); answers the server's command tag. */
  command(text: string): Promise<string>
  /** Asks the server to give up the running statement; the slot must be thrown away after it. */
  cancel(): void
  die(reason: DatabaseError): void
  /** Was it used so long or for so many different texts that a fresh one is cheaper for the server? */
  worn(): boolean
  /** Milliseconds that the statement under way has been waiting for an answer; 0 when there is none. */
  waitingFor(): number
}

/** `command` is the server's command tag. */
type Answer = Rows<unknown> & { readonly command: string }
type Pending = Promise<Answer> & { cancel(): unknown }

const longestLifeMs = 30 * 60_000
const setScope = "select set_config('waypost.scope', $1, false)"
// Each different text is a prepared statement in the server's memory for as long as the connection lives.
const mostTexts = 1_000

/** Makes a slot; the connection opens with its first statement. */
export function makeSlot(options: SlotOptions, onDeath: () => void): Slot {
  const closeListeners = new Set<CloseListener>()
  const texts = new Set<string>()
  // A prepared statement is one text with one list of types: those that its parameters had first.
  const prepared = new Map<string, string>()
  const retireAt = performance.now() + longestLifeMs * (0.75 + Math.random() / 4)
  let dead: DatabaseError | undefined
  let proven = false
  let scope: ScopeText | undefined
  let current: Pending | undefined
  let since = 0
  const client = postgres(
    options.url,
    clientOptions(options, () => die(new ConnectionLost())),
  )

  function die(reason: DatabaseError) {
    if (dead) return
    dead = reason
    client.end({ timeout: 0 }).catch(() => {})
    for (const listener of closeListeners) listener(reason)
    closeListeners.clear()
    onDeath()
  }

  function ask(query: Pending, text: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      closeListeners.add(reject)
      current = query
      since = performance.now()
      const settle = () => {
        closeListeners.delete(reject)
        if (current !== query) return
        since = 0
        // A long-lived connection that held on to its last query would keep everything alive that this one leads to.
        current = undefined
      }
      query.then(
        (answer) => {
          settle()
          proven = true
          resolve(answer)
        },
        (error) => {
          settle()
          const explained = explain(error, text)
          if (!(explained instanceof SqlError)) die(explained)
          reject(explained)
        },
      )
    })
  }

  function send(text: string, params: Compiled['params'], prepare: boolean): Promise<Answer> {
    if (dead) return Promise.reject(dead)
    if (prepare) texts.add(text)
    const values = params.map((param) => client.typed(param.text as string, param.type))
    // The extended protocol takes one statement only, so no text can smuggle in a second one.
    const query = client.unsafe(text, values, { prepare, simple: !prepare } as { prepare: boolean })
    const answer = ask(query, text)
    if (prepare && !prepared.has(text)) {
      const types = typesOf(params)
      answer.then(() => prepared.set(text, types)).catch(() => {})
    }
    return answer
  }

  // The setting rides ahead of its statement; the connection has one borrower at a time, so no one comes between.
  async function runWithin({ text, params }: Compiled, wanted: ScopeText): Promise<Answer> {
    if (wanted === scope) return send(text, params, true)
    scope = undefined
    const setting = send(setScope, [encode(wanted)], true)
    if (!proven) await setting
    const [set, sent] = await Promise.allSettled([setting, send(text, params, true)])
    if (set.status === 'fulfilled') scope = wanted
    // In a failed transaction both are refused. A statement that was done all the same saw someone else's rows.
    else if (sent.status === 'fulfilled') throw abandon()
    if (sent.status === 'rejected') throw sent.reason
    return sent.value
  }

  function abandon(): DatabaseError {
    const reason = new ConnectionLost('the scope of the connection could not be set')
    die(reason)
    return reason
  }

  return {
    closeListeners,
    die,
    get scope() {
      return scope
    },
    forgetScope() {
      scope = undefined
    },
    get dead() {
      return dead
    },
    get proven() {
      return proven
    },
    run: runWithin,
    knows: ({ text, params }, wanted) => proven && scope === wanted && prepared.get(text) === typesOf(params),
    command: async (text) => (await send(text, [], false)).command,
    cancel() {
      if (since > 0) Promise.resolve(current?.cancel()).catch(() => {})
    },
    worn: () => texts.size > mostTexts || performance.now() > retireAt,
    waitingFor: () => (since > 0 ? performance.now() - since : 0),
  }
}

type CloseListener = (reason: DatabaseError) => void

const typesOf = (params: Compiled['params']) => params.map(({ type }) => type).join()

/** The driver's options for one connection: UTC, our types, no type query, no reconnect by age or idleness. */
export function clientOptions(options: SlotOptions, onclose: () => void) {
  return {
    ...(options.socket && { path: `${options.socket}/.s.PGSQL.${new URL(options.url).port || 5432}` }),
    max: 1,
    fetch_types: false,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 10,
    types: wireTypes as Record<string, postgres.PostgresType>,
    onnotice: () => {},
    onclose,
    connection: {
      application_name: options.name,
      ...(options.role ? { role: options.role } : {}),
      TimeZone: 'UTC',
      // Solid-state disks: else a table of a few thousand rows is read whole for one of them.
      random_page_cost: '1.1',
      // A start-up parameter of 0 would be left out, and the server's own default would hold.
      statement_timeout: `${options.statementTimeoutMs ?? 0}ms`,
      lock_timeout: `${options.lockTimeoutMs ?? 0}ms`,
      idle_in_transaction_session_timeout: `${options.idleInTransactionTimeoutMs ?? 0}ms`,
    } as Record<string, string>,
  }
}

// FATAL and PANIC end the connection, and so does everything that is no word of the server.
function explain(error: unknown, text: string): DatabaseError {
  if (error instanceof DatabaseError) return error
  const answer = error as Partial<ServerAnswer> | undefined
  if (answer?.code === '53100') noteDiskFull()
  if (answer?.severity === 'ERROR') return new SqlError(answer as ServerAnswer, text)
  return new ConnectionLost(`the connection to the database was lost (${answer?.code ?? 'no code'})`)
}
