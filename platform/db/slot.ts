import postgres from 'postgres'
import { isTracing, traced } from '#platform/traces/traced.ts'
import { readAddress, tlsOption } from './address.ts'
import type { Compiled } from './compile.ts'
import { noteDiskFull } from './disk-full.ts'
import { encode } from './encode.ts'
import { ConnectionLost, DatabaseError, type ServerResponse, SqlError } from './errors.ts'
import type { ScopeText } from './scope.ts'
import type { Rows } from './sql.ts'
import { wireTypes } from './wire-types.ts'

/** Connection settings of one pool. Times are in milliseconds; 0 or absent means none. */
export type SlotOptions = {
  readonly url: string
  /** The folder of the server's Unix socket, which is faster than TCP on the same machine. */
  readonly socket?: string
  readonly name: string
  /** The role that the connection works as; the login's own if absent. */
  readonly role?: string
  readonly statementTimeoutMs?: number
  readonly lockTimeoutMs?: number
  readonly idleInTransactionTimeoutMs?: number
}

/** One connection with its own driver client: never reconnected, discarded when it dies. */
export type Slot = {
  /** The reason why the connection is unusable; undefined while it lives. */
  readonly dead: DatabaseError | undefined
  /** Whether the server has responded on it yet. Until then nothing may be pipelined. */
  readonly proven: boolean
  /** Each is called once, with the reason, when the connection dies. */
  readonly closeListeners: Set<CloseListener>
  /** The connection's scope on the server; undefined if unknown. */
  readonly scope: ScopeText | undefined
  /** Sends a statement, after its scope if the connection has another one. */
  run(compiled: Compiled, scope: ScopeText): Promise<Rows<unknown>>
  /** Whether the statement is prepared on this connection and the scope matches. */
  hasPrepared(compiled: Compiled, scope: ScopeText): boolean
  /** Called after a rollback, which may have reverted a scope change. */
  forgetScope(): void
  /** Sends a command without parameters (begin, commit, savepoint); returns the server's command tag. */
  command(text: string): Promise<string>
  /** Cancels the running statement; the slot must be discarded afterwards. */
  cancel(): void
  die(reason: DatabaseError): void
  /** Whether the connection is so old, or has so many prepared texts, that a new one is cheaper for the server. */
  isWorn(): boolean
  /** How many milliseconds the current statement has been waiting for a result; 0 if there is none. */
  waitingMs(): number
}

/** `command` is the server's command tag. */
type QueryResult = Rows<unknown> & { readonly command: string }
type Pending = Promise<QueryResult> & { cancel(): unknown }

const maxLifeMs = 30 * 60_000
const setScope = "select set_config('waypost.scope', $1, false)"
// Each different text stays a prepared statement in the server's memory while the connection lives.
const maxTexts = 1_000

/** Makes a slot; the connection opens with its first statement. */
export const makeSlot = (options: SlotOptions, onDeath: () => void): Slot => new Connection(options, onDeath)

class Connection implements Slot {
  readonly closeListeners = new Set<CloseListener>()
  dead: DatabaseError | undefined
  proven = false
  scope: ScopeText | undefined
  readonly #client: postgres.Sql
  readonly #onDeath: () => void
  readonly #texts = new Set<string>()
  // A prepared statement is one text with one list of types: those that its parameters had first.
  readonly #prepared = new Map<string, string>()
  readonly #retireAt = performance.now() + maxLifeMs * (0.75 + Math.random() / 4)
  #current: Pending | undefined
  #since = 0

  constructor(options: SlotOptions, onDeath: () => void) {
    this.#onDeath = onDeath
    this.#client = postgres(
      readAddress(options.url).url,
      clientOptions(options, () => this.die(new ConnectionLost())),
    )
  }

  die(reason: DatabaseError): void {
    if (this.dead) return
    this.dead = reason
    this.#client.end({ timeout: 0 }).catch(() => {})
    for (const listener of this.closeListeners) listener(reason)
    this.closeListeners.clear()
    this.#onDeath()
  }

  #ask(query: Pending, text: string): Promise<QueryResult> {
    return new Promise((resolve, reject) => {
      this.closeListeners.add(reject)
      this.#current = query
      this.#since = performance.now()
      const settle = () => {
        this.closeListeners.delete(reject)
        if (this.#current !== query) return
        this.#since = 0
        // A long-lived connection that held on to its last query would keep everything alive that this one leads to.
        this.#current = undefined
      }
      query.then(
        (answer) => {
          settle()
          this.proven = true
          resolve(answer)
        },
        (error) => {
          settle()
          const explained = toDatabaseError(error, text)
          if (!(explained instanceof SqlError)) this.die(explained)
          reject(explained)
        },
      )
    })
  }

  #send(text: string, params: Compiled['params'], prepare: boolean): Promise<QueryResult> {
    if (this.dead) return Promise.reject(this.dead)
    if (prepare) this.#texts.add(text)
    const values = params.map((param) => this.#client.typed(param.text as string, param.type))
    // The extended protocol takes one statement only, so no text can smuggle in a second one.
    const query = this.#client.unsafe(text, values, { prepare, simple: !prepare } as { prepare: boolean })
    const answer = this.#ask(query, text)
    if (prepare && !this.#prepared.has(text)) {
      const types = typesOf(params)
      answer.then(() => this.#prepared.set(text, types)).catch(() => {})
    }
    return answer
  }

  run(compiled: Compiled, scope: ScopeText): Promise<QueryResult> {
    return isTracing()
      ? traced(spanOf(compiled), () => this.#runScoped(compiled, scope))
      : this.#runScoped(compiled, scope)
  }

  // The setting is sent ahead of its statement; the connection has one borrower at a time, so no other statement comes
  // between.
  async #runScoped({ text, params }: Compiled, scope: ScopeText): Promise<QueryResult> {
    if (scope === this.scope) return this.#send(text, params, true)
    this.scope = undefined
    const setting = this.#send(setScope, [encode(scope)], true)
    if (!this.proven) await setting
    const [set, sent] = await Promise.allSettled([setting, this.#send(text, params, true)])
    if (set.status === 'fulfilled') this.scope = scope
    // In a failed transaction the server refuses both. If the statement ran anyway, it saw someone else's rows.
    else if (sent.status === 'fulfilled') throw this.#abandon()
    if (sent.status === 'rejected') throw sent.reason
    return sent.value
  }

  #abandon(): DatabaseError {
    const reason = new ConnectionLost('the scope of the connection could not be set')
    this.die(reason)
    return reason
  }

  forgetScope(): void {
    this.scope = undefined
  }

  hasPrepared({ text, params }: Compiled, scope: ScopeText): boolean {
    return this.proven && this.scope === scope && this.#prepared.get(text) === typesOf(params)
  }

  async command(text: string): Promise<string> {
    return (await this.#send(text, [], false)).command
  }

  cancel(): void {
    if (this.#since > 0) Promise.resolve(this.#current?.cancel()).catch(() => {})
  }

  isWorn(): boolean {
    return this.#texts.size > maxTexts || performance.now() > this.#retireAt
  }

  waitingMs(): number {
    return this.#since > 0 ? performance.now() - this.#since : 0
  }
}

/** Values are parameters, so the text has no personal data. */
function spanOf({ text }: Compiled) {
  const [verb = 'statement'] = /[a-z]+/.exec(text) ?? []
  const attributes = {
    'db.system.name': 'postgresql',
    'db.query.text': text.replaceAll(/\s+/g, ' ').trim().slice(0, 2_000),
  }
  return { kind: 'statement', name: verb, attributes } as const
}

type CloseListener = (reason: DatabaseError) => void

const typesOf = (params: Compiled['params']) => params.map(({ type }) => type).join()

/** The driver's options for one connection: UTC, our types, no type query, no reconnect by age or idleness. */
export function clientOptions(options: SlotOptions, onclose: () => void) {
  return {
    ...(options.socket && { path: `${options.socket}/.s.PGSQL.${new URL(options.url).port || 5432}` }),
    ssl: tlsOption(options.url),
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
      // For solid-state disks: otherwise the planner reads a table of a few thousand rows whole to find one row.
      random_page_cost: '1.1',
      // A start-up parameter of 0 would be left out, and the server's default would apply.
      statement_timeout: `${options.statementTimeoutMs ?? 0}ms`,
      lock_timeout: `${options.lockTimeoutMs ?? 0}ms`,
      idle_in_transaction_session_timeout: `${options.idleInTransactionTimeoutMs ?? 0}ms`,
    } as Record<string, string>,
  }
}

// FATAL and PANIC end the connection, and so does every error that the server did not send.
function toDatabaseError(error: unknown, text: string): DatabaseError {
  if (error instanceof DatabaseError) return error
  const answer = error as Partial<ServerResponse> | undefined
  if (answer?.code === '53100') noteDiskFull()
  if (answer?.severity === 'ERROR') return new SqlError(answer as ServerResponse, text)
  return new ConnectionLost(`the connection to the database was lost (${answer?.code ?? 'no code'})`)
}
