import type { AuditEntry, Ctx } from './ctx.ts'
import { errors, type Issue, type RefusalKind } from './errors.ts'
import type { Policy } from './permissions.ts'
import type { RateClass } from './rate-class.ts'
import { issuesOf, parseOptions, unstorableIssues, z } from './schema.ts'
import { requireAdmission } from './viewing.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A file response; `inline` shows it in the browser instead of saving it. */
export type BinaryResponse = {
  body: Uint8Array | ReadableStream<Uint8Array>
  name: string
  type: string
  inline?: boolean
}
export type Binary = { binary: readonly string[]; json?: z.ZodType }
/** Declares that an operation returns a file of one of these media types. */
export const binary = (...types: [string, ...string[]]): Binary => ({ binary: types })
/** The same with the schema of the `application/json` file, for the OpenAPI document. */
export const binaryOrJson = (json: z.ZodType, ...types: string[]): Binary => ({
  binary: [...types, 'application/json'],
  json,
})

/** A call that will be removed: days as YYYY-MM-DD, and the call or way that replaces it. */
export type Deprecation = { since: string; sunset?: string; instead: string }

/** Optional in any response: a toast, and an address to go to. */
const envelope = {
  message: z.string().optional(),
  redirect: z.string().optional(),
  external: z.boolean().optional(),
}
type Envelope = { message?: string; redirect?: string; external?: boolean }

/** An entry of a list that its schema refused: its place in the list, its value as it came, and the issues below it. */
export type WrongRow = { index: number; entry: unknown; issues: Issue[] }

type Gives = z.ZodObject | Binary
/** zod types an empty object as one without any fields, not even the envelope's. */
type NonEmpty<T> = [T] extends [Record<string, never>] ? unknown : T
type Answer<G extends Gives> = G extends z.ZodObject ? NonEmpty<z.output<G>> & Envelope : BinaryResponse
type Draft<G extends Gives> = G extends z.ZodObject ? NonEmpty<z.input<G>> & Envelope : BinaryResponse

export type Declaration<T extends z.ZodObject, G extends Gives> = {
  /** Method and path in the contract's spelling; the path is below /api. */
  call: `${Method} /${string}`
  /** A sentence for readers of the OpenAPI document. */
  summary: string
  may: Policy<z.output<T>>
  takes: T
  gives: G
  fails?: readonly RefusalKind[]
  /** The action of the audit row; a function if the entry has more details. Reads have none. */
  audit?: string | ((input: z.output<T>, answer: Answer<G>) => AuditEntry)
  /** A GET that changes something: refused from other sites and run in a transaction. */
  changes?: boolean
  /** By default the operation is one transaction; with `own` it opens its own, for the given reason. */
  transaction?: { own: string }
  /**
   * Changing operations are refused to staff who view as someone. `allowed` is for looking around and leaving, and for
   * GETs that change nothing during a view; each use says why.
   */
  whileViewing?: 'allowed'
  /** The caller's rate limit; by default `write`, or `read` for an operation that changes nothing. */
  rate?: RateClass
  /** The body is this one field, for calls whose body is a bare list; all other fields are query parameters. */
  body?: string
  /** The body is a file, passed to `run` as this field (`fileBody`); all other fields are query parameters. */
  file?: string
  /** Largest body in bytes; by default 64 kB for a call open to visitors, 25 MB for a file, 1 MB for the rest. */
  max_body?: number
  /** Query parameters of a call other than GET. */
  query?: readonly string[]
  /**
   * A list whose entries are checked one by one: `run` gets the right ones as input and the wrong ones beside it, so
   * that one wrong entry does not refuse the others.
   */
  rows?: string
  /**
   * Open to clients that hold the permission; every other operation refuses them. The call is in the partner document,
   * and this is the name of its function in generated clients.
   */
  clients?: string
  /**
   * `proved`: pages of the organization's own sites may read it in a browser, without credentials. Each GET that is
   * open to visitors has it or is listed with the reason (tests/own-sites.test.ts).
   */
  sites?: 'proved'
  /** An addition to the contract: a call that the contract needs but does not name. */
  added?: true
  /** The call will be removed: its responses and the document say so (`platform/http/deprecation.ts`). */
  deprecated?: Deprecation
  run: (ctx: Ctx, input: z.output<T>, wrongRows: readonly WrongRow[]) => Promise<Draft<G>>
}

/**
 * The context of an operation that is open to clients: the actor may not be a person, so `userOf` does not accept it.
 */
type ClientCtx = Omit<Ctx, 'tx' | 'as' | 'unscoped'> & {
  readonly openToClients: true
  readonly unscoped: ClientCtx
  tx<T>(operation: (ctx: ClientCtx) => Promise<T>): Promise<T>
  as(change: Parameters<Ctx['as']>[0]): ClientCtx
}

/** A declaration with `clients`: its `run` gets the context in which no one has to be signed in. */
type OpenDeclaration<T extends z.ZodObject, G extends Gives> = Omit<Declaration<T, G>, 'clients' | 'run'> & {
  clients: string
  run: (ctx: ClientCtx, input: z.output<T>, wrongRows: readonly WrongRow[]) => Promise<Draft<G>>
}

export type Operation<T extends z.ZodObject, G extends Gives> = Omit<Declaration<T, G>, 'run'> & {
  method: Method
  path: string
  changes: boolean
  rate: RateClass
  /** Permission, transaction, operation and audit in one, for calls, pages, jobs and tests alike. */
  run: (ctx: Ctx, input: z.input<T>) => Promise<Answer<G>>
  /** The same for a caller whose rate limit was checked before the input was read. */
  runAdmitted: (ctx: Ctx, input: z.input<T>) => Promise<Answer<G>>
}

type OperationHead = Omit<Operation<z.ZodObject, Gives>, 'may' | 'audit' | 'run' | 'runAdmitted'>

/** Any operation, for lists of operations. `run` is a method so that each may keep its own input type. */
export type AnyOperation = OperationHead & {
  may: Pick<Policy<never>, 'description' | 'gate' | 'auditors' | 'clients' | 'keys' | 'ofVisited'>
  run(ctx: Ctx, input: Record<string, unknown>): Promise<unknown>
  runAdmitted(ctx: Ctx, input: Record<string, unknown>): Promise<unknown>
}

/** Declares an operation of the product with its permission, transaction and audit. */
export function operation<T extends z.ZodObject, G extends Gives>(declaration: OpenDeclaration<T, G>): Operation<T, G>
export function operation<T extends z.ZodObject, G extends Gives>(declaration: Declaration<T, G>): Operation<T, G>
export function operation<T extends z.ZodObject, G extends Gives>(
  declared_: OpenDeclaration<T, G> | Declaration<T, G>,
): Operation<T, G> {
  // Marks the context for the compiler only.
  const declaration = declared_ as Declaration<T, G>
  const declared = declaration.clients
    ? { ...declaration, may: { ...declaration.may, clients: true as const } }
    : declaration
  const [method, path] = declared.call.split(' ') as [Method, string]
  const changes = declared.changes ?? method !== 'GET'
  const rate = declared.rate ?? (changes ? 'write' : 'read')
  const takes = declared.takes.strict() as T
  // Callers do not see the envelope in the type.
  const gives = isBinary(declared.gives) ? declared.gives : (declared.gives.extend(envelope) as unknown as G)

  async function run(ctx: Ctx, raw: z.input<T>): Promise<Answer<G>> {
    await ctx.admit(rate)
    return runAdmitted(ctx, raw)
  }

  async function runAdmitted(ctx: Ctx, raw: z.input<T>): Promise<Answer<G>> {
    await requireAdmission(ctx, { ...declared, changes })
    const { rows } = declared
    const { input, wrong } = rows ? parseRows(takes, raw, rows, ctx) : { input: parseInput(takes, raw, ctx), wrong: [] }
    const operation = (inner: Ctx) => perform(declared, gives, inner, input, wrong)
    return changes && !declared.transaction ? ctx.tx(operation) : operation(ctx)
  }

  return { ...declared, takes, gives, method, path, changes, rate, run, runAdmitted }
}

async function perform<T extends z.ZodObject, G extends Gives>(
  { may, audit, run }: Declaration<T, G>,
  gives: G,
  ctx: Ctx,
  input: z.output<T>,
  wrongRows: readonly WrongRow[],
): Promise<Answer<G>> {
  await may.scope?.(ctx, input)
  const draft = await run(ctx, input, wrongRows)
  const answer = (isBinary(gives) ? draft : gives.parse(draft)) as Answer<G>
  if (audit) await ctx.audit(typeof audit === 'string' ? { action: audit, ...subjectOf(input) } : audit(input, answer))
  return answer
}

function parseInput<T extends z.ZodObject>(takes: T, raw: unknown, ctx: Ctx): z.output<T> {
  const parsed = takes.safeParse(raw, parseOptions(ctx.locale))
  if (!parsed.success) throw errors.invalid({}, {}, issuesOf(parsed.error, ctx.locale))
  // After the schema, because some schemas repair texts of other programs.
  const unstorable = unstorableIssues(parsed.data, ctx.locale)
  if (unstorable.length > 0) throw errors.invalid({}, {}, unstorable)
  return parsed.data
}

/** Parses an input, and apart from it the entries of one list that its schema refuses. Other faults refuse the input. */
function parseRows<T extends z.ZodObject>(takes: T, raw: unknown, field: string, ctx: Ctx) {
  const issues = takes.safeParse(raw, parseOptions(ctx.locale)).error?.issues ?? []
  const entries = (raw as Record<string, unknown> | null)?.[field]
  const isOfEntry = ({ path: [name, index] }: z.core.$ZodIssue) => name === field && typeof index === 'number'
  if (issues.length === 0 || !Array.isArray(entries) || !issues.every(isOfEntry))
    return { input: parseInput(takes, raw, ctx), wrong: [] }
  const wrongRows = [...Map.groupBy(issues, ({ path }) => path[1] as number)].map(([index, ofEntry]): WrongRow => {
    const inEntry = ofEntry.map((issue) => ({ ...issue, path: issue.path.slice(2) }))
    return { index, entry: entries[index], issues: issuesOf(new z.ZodError(inEntry), ctx.locale) }
  })
  const wrongPlaces = new Set(wrongRows.map(({ index }) => index))
  const validEntries = entries.filter((_, index) => !wrongPlaces.has(index))
  // A list of which no entry is right is empty here, whatever its minimum.
  const isEmpty = validEntries.length === 0
  const { [field]: _list, ...shape } = takes.shape as z.ZodRawShape
  const schema: z.ZodObject = isEmpty ? z.strictObject(shape) : takes
  const sentBody = isEmpty ? {} : { [field]: validEntries }
  const { [field]: _, ...others } = raw as Record<string, unknown>
  const input = { [field]: [], ...parseInput(schema, { ...others, ...sentBody }, ctx) } as z.output<T>
  return { input, wrong: wrongRows }
}

/**
 * The first id of the input is the audit subject: `student_course_id:17`; its `user_id` decides which person's history
 * shows it.
 */
function subjectOf(input: Record<string, unknown>): Pick<AuditEntry, 'subject' | 'subject_user_id'> {
  const idField = Object.entries(input).find(([name, value]) => /id$/i.test(name) && typeof value === 'number')
  const subject_user_id = typeof input.user_id === 'number' ? input.user_id : null
  return { subject: idField ? `${idField[0]}:${idField[1]}` : null, subject_user_id }
}

/** Whether an operation returns a file instead of JSON. */
export const isBinary = (gives: Gives): gives is Binary => 'binary' in gives
