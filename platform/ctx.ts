import type { Actor } from './actor.ts'
import type { Sql } from './db/sql.ts'
import type { Fact } from './facts.ts'
import type { Log } from './log.ts'
import type { RateClass } from './rate-class.ts'
import type { Hint, PublishOptions } from './realtime/publish.ts'
import type { Locale } from './texts.ts'
import { defaultZone } from './zone.ts'

/** The tenant whose site is visited; `scope` holds its id and those of its sub-organizations. */
export type Organization = {
  organization_id: number
  code: string
  name: string
  scope: readonly number[]
  /** The organizations above it, nearest first; empty by default. */
  above?: readonly number[]
  /** Whether it operates the product: the oldest organization without a parent. */
  runs_product?: boolean
  /** How far the clock of a test organization is ahead; absent for real ones. */
  moved_ms?: number
  /** IANA name of the time zone for legal days; `platform/zone.ts` has the default. */
  time_zone: string
}

/** No tenant: the server acts, and takes the organization from the row that it handles. */
export const noOrganization: Organization = {
  organization_id: 0,
  code: '',
  name: '',
  scope: [],
  time_zone: defaultZone,
}

/** A dependency that a lower floor declares and the composition root fills: `ctx.use(paymentGateway)`. */
export type Port<T> = { readonly port: string; readonly of?: T }
export const port = <T>(name: string): Port<T> => ({ port: name })

/** One audit row. `subject` is the record acted on, for example `student_course:17`. */
export type AuditEntry = {
  action: string
  subject?: string | null
  subject_user_id?: number | null
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

/** An operation's only access to anything: there is no default database handle and no global state. */
export type Ctx = {
  /**
   * The transaction inside `tx` and inside a changing operation, otherwise the read pool. Limited to the rows of the
   * visited organization, the actor's organization and those below them.
   */
  readonly sql: Sql
  /** A pool for long-running statements: exports and reports. */
  readonly exports: Sql
  /**
   * The same context without tenant limits, for a lookup by a secret or a product-wide unique key. Check the result
   * against the caller's scope before you use or show it.
   */
  readonly unscoped: Ctx
  readonly transacting: boolean
  readonly actor: Actor
  readonly organization: Organization
  /** The start of the request by the server's clock. Seat time uses the database's `platform.now()` instead. */
  readonly now: Date
  readonly locale: Locale
  readonly request: {
    id: string
    address: string
    agent: string
    origin: string
    /** The random id of the caller's browser; programs have none. */
    device?: string | undefined
    /** The token of an unfinished sign-in: it only allows the next step. */
    handle?: string | undefined
  }
  readonly log: Log
  /** Counts one operation of this class against the caller; throws `tooMany` above the limit. */
  admit(rate: RateClass): void | Promise<void>
  /** Runs the operation in one transaction, or joins the running one; facts and audit rows commit with it. */
  tx<T>(operation: (ctx: Ctx) => Promise<T>): Promise<T>
  /**
   * Reads from one snapshot in a read-only transaction on an export connection; a cursor stays open until its end.
   * These connections are few: never wait for a person's browser here.
   */
  snapshot<T>(operation: (sql: Sql) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Sends a fact through the running transaction to the jobs that handle it. */
  emit<T extends object>(fact: Fact<T>, data: T): Promise<void>
  /** Notifies open pages of a change, through the running transaction (`platform/realtime`). */
  publish(channels: string | readonly string[], data: Hint, options?: PublishOptions): Promise<void>
  audit(entry: AuditEntry): Promise<void>
  use<T>(port: Port<T>): T
  /** The same context with another actor, organization or language, for sign-in and jobs. */
  as(change: Partial<Pick<Ctx, 'actor' | 'organization' | 'locale' | 'now'>>): Ctx
}
