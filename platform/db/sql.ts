import { type Compiled, compile, type Part, type Pieces, part, pieces } from './compile.ts'
import { encodeLoose } from './encode.ts'
import { TransactionOver } from './errors.ts'
import { type Scope, type ScopeText, scopeText } from './scope.ts'

/** A query's result: the rows, and `count` (rows read or changed). */
export type Rows<Row> = Row[] & { readonly count: number }

/** A name, a list, a row or a json value made by `sql(...)`, `sql.json` or `sql.array`; fits into any template. */
export type SqlPart = { readonly [part]: Part }

/** Values allowed in `${...}`. Objects need `sql.json(value)` or `sql(row)`; undefined is refused. */
export type SqlValue =
  | null
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | SqlPart
  | Fragment
  | readonly SqlValue[]

/** A statement as a piece of another one. */
export type Fragment = { readonly [pieces]: Pieces }

/** A statement that runs once, when it is awaited; nested in another one it is only a fragment. */
export type Statement<Row> = Promise<Rows<Row>> & Fragment

/** Runs SQL: `` await sql<{ id: number }>`select id from t where a = ${x}` `` returns `{ id: number }[]`. */
export type Sql = {
  <Row = Record<string, unknown>>(strings: TemplateStringsArray, ...values: readonly SqlValue[]): Statement<Row>
  /** An identifier: `sql('person')`, `sql('identity.person')`. */
  (name: string): SqlPart
  /** After `insert into t`: columns and values; after `set`: assignments; after `in`: a list; else column names. */
  (rows: object, ...columns: readonly string[]): SqlPart
  /** A json or jsonb value; null is SQL NULL. */
  json(value: unknown): SqlPart
  /** An array value: `= any(${sql.array(ids)})`. */
  array(values: readonly unknown[]): SqlPart
  /** For the queue only: runs text with $1, $2 from another library. Never put a value into the text. */
  text<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Rows<Row>>
  /** Inside a transaction: a part that can fail and roll back by itself (its error is rethrown). */
  savepoint<T>(operation: (sql: Sql) => Promise<T>): Promise<T>
  /**
   * Inside a transaction: a statement whose rows are not awaited, sent with COMMIT; if it fails, nothing is committed.
   * Elsewhere it runs immediately.
   */
  last(statement: Statement<unknown>): Promise<void>
  /** The same connections, limited to the tenants of this scope (row level security). */
  within(scope: Scope): Sql
}

/** Sends one compiled statement within a scope and returns its rows. */
export type Run = (compiled: Compiled, scope: ScopeText) => Promise<Rows<unknown>>
type TransactionCalls = {
  savepoint<T>(operation: (sql: Sql) => Promise<T>, scope: ScopeText): Promise<T>
  last(compiled: Compiled, scope: ScopeText): Promise<unknown>
}

/**
 * Makes an Sql over anything that can run a compiled statement; every tenant but the test organizations is visible until
 * `within` changes it.
 */
export function makeSql(
  run: Run,
  transactionCalls: TransactionCalls = { savepoint: refuseSavepoint, last: run },
  scope = scopeText('real'),
): Sql {
  const handles = new Map<ScopeText, Sql>()
  const withinText = (scope: ScopeText): Sql => {
    const cached = handles.get(scope)
    if (cached) return cached
    if (handles.size >= maxScopes) handles.clear()
    const narrowed = makeScoped(run, transactionCalls, scope, withinText)
    handles.set(scope, narrowed)
    return narrowed
  }
  return withinText(scope)
}

// One handle per scope, so that what is cached by handle (counts of lists) outlives a request.
const maxScopes = 1_000

function makeScoped(
  run: Run,
  transactionCalls: TransactionCalls,
  scope: ScopeText,
  withinText: (scope: ScopeText) => Sql,
): Sql {
  const runScoped = (compiled: Compiled) => run(compiled, scope)
  const tag = (first: unknown, ...rest: readonly unknown[]) =>
    isTemplate(first) ? new LazyStatement({ strings: first, values: rest }, runScoped) : makePart(first, rest)
  const runText = async (string: string, values: readonly unknown[] = []) =>
    runScoped({ text: string, params: values.map(encodeLoose) })
  const extras = {
    json: (value: unknown) => ({ [part]: { kind: 'json', value } }),
    array: (values: readonly unknown[]) => ({ [part]: { kind: 'array', values } }),
    text: (string: string, values?: readonly unknown[]) => quiet(runText(string, values)),
    savepoint: <T>(operation: (sql: Sql) => Promise<T>) => transactionCalls.savepoint(operation, scope),
    last: async (statement: Statement<unknown>) => {
      await transactionCalls.last(compile(statement[pieces]), scope)
    },
    within: (scope: Scope) => withinText(scopeText(scope)),
  }
  return Object.assign(tag, extras) as Sql
}

type Send = (compiled: Compiled) => Promise<Rows<unknown>>
const sites = new WeakMap<readonly string[], Error>()

/** Runs when first awaited. It is a class because a long statement has a hundred fragments that never run. */
class LazyStatement implements Statement<unknown> {
  readonly [pieces]: Pieces
  private readonly run: Send
  private started: Promise<Rows<unknown>> | undefined

  constructor(template: Pieces, run: Send) {
    this[pieces] = template
    this.run = run
    siteOf(template.strings)
  }

  get [Symbol.toStringTag]() {
    return 'Statement'
  }

  // biome-ignore lint/suspicious/noThenProperty: a statement runs when awaited, and must not run when nested.
  then<A, B>(...[ok, fail]: Parameters<typeof Promise.prototype.then<A, B>>) {
    return quiet(this.start().then(ok, fail))
  }

  catch<A>(fail?: ((reason: unknown) => A | PromiseLike<A>) | null) {
    return quiet(this.start().catch(fail))
  }

  finally(last?: (() => void) | null) {
    return quiet(this.start().finally(last))
  }

  private start(): Promise<Rows<unknown>> {
    this.started ??= startStatement(this[pieces], this.run)
    return this.started
  }
}

async function startStatement(template: Pieces, run: Send) {
  try {
    return await run(compile(template))
  } catch (error) {
    const frames = framesOf(siteOf(template.strings))
    if (error instanceof Error) error.stack = `${error.name}: ${error.message}\n${frames}`
    throw error
  }
}

// The driver's stack says nothing about the caller. A template's strings are one object per place in the source, so the
// place is recorded once and costs nothing later.
function siteOf(strings: readonly string[]): Error {
  const cached = sites.get(strings)
  if (cached) return cached
  const depth = Error.stackTraceLimit
  Error.stackTraceLimit = 6
  const site = new Error('site')
  Error.stackTraceLimit = depth
  sites.set(strings, site)
  return site
}

function framesOf(site: Error): string {
  const frames = (site.stack ?? '').split('\n').slice(1)
  return frames.filter((frame) => !frame.includes('/platform/db/sql.ts')).join('\n')
}

function makePart(first: unknown, rest: readonly unknown[]): SqlPart {
  if (typeof first === 'string') return { [part]: { kind: 'name', name: first } }
  return { [part]: { kind: 'rows', rows: first as object, columns: rest.flat() as string[] } }
}

// An operation that ended early leaves promises that no one awaits; they must not crash the process.
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

function isTemplate(value: unknown): value is TemplateStringsArray {
  return Array.isArray(value) && 'raw' in value
}

function refuseSavepoint(): Promise<never> {
  return quiet(Promise.reject(new TransactionOver('a savepoint needs a transaction')))
}
