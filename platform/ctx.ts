import type { Actor } from './actor.ts'
import type { Sql } from './db/sql.ts'
import type { Fact } from './facts.ts'
import type { Log } from './log.ts'
import type { RateClass } from './rate-class.ts'
import type { Hint, PublishOptions } from './realtime/publish.ts'
import type { Locale } from './texts.ts'
import { defaultZone } from './zone.ts'

/** The tenant whose site is visited; `scope` holds its own id and those of its sub-organizations. */
export type Organization = {
  organization_id: number
  code: string
  name: string
  scope: readonly number[]
  /** The organizations above it, the nearest first; none where it is left out. */
  above?: readonly number[]
  /** Whether it runs the product: it has no parent, and is the oldest of these. */
  runs_product?: boolean
  /** IANA name of the zone whose days are legal days here; `platform/zone.ts` has the default. */
  time_zone: string
}

/** No tenant: the server acts, and reads the organization from the row that it acts on. */
export const noOrganization: Organization = {
  organization_id: 0,
  code: '',
  name: '',
  scope: [],
  time_zone: defaultZone,
}

/** A place that a lower floor declares and the composition root fills: `ctx.use(paymentGateway)`. */
export type Port<T> = { readonly port: string; readonly of?: T }
export const port = <T>(name: string): Port<T> => ({ port: name })

/** One line of the audit log. `subject` is what was acted on, for example `student_course:17`. */
export type AuditEntry = {
  action: string
  subject?: string | null
  subject_user_id?: number | null
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

/** The only way for an operation to reach anything: there is no default database handle and no global state. */
export type Ctx = {
  /** The transaction inside `tx` and inside an operation that changes something; else the read pool. Sees the rows of
   * the visited organization and of the actor's own, and of those below them. */
  readonly sql: Sql
  /** Statements that may take long, on connections of their own: exports and reports. */
  readonly exports: Sql
  /**
   * The same context with the rows of every tenant in sight, for a look-up by a secret or by a key that is unique in
   * the product. What it finds must be held against the caller's reach before anything of it is used or shown.
   */
  readonly unscoped: Ctx
  readonly transacting: boolean
  readonly actor: Actor
  readonly organization: Organization
  /** Start of the request by the server's clock. Seat time uses the database's `platform.now()` instead. */
  readonly now: Date
  readonly locale: Locale
  readonly request: {
    id: string
    address: string
    agent: string
    origin: string
    /** The random name of the caller's browser; programs have none. */
    device?: string | undefined
    /** What the caller holds of a sign-in that is not finished: it opens nothing but the next step. */
    handle?: string | undefined
  }
  readonly log: Log
  /** Counts one operation of this class against the caller; throws `tooMany` when there were too many of late. */
  admit(rate: RateClass): void | Promise<void>
  /** Runs the operation in one transaction (joins a running one); facts and audit rows land with it or not at all. */
  tx<T>(operation: (ctx: Ctx) => Promise<T>): Promise<T>
  /**
   * Reads in a read-only transaction on the connections of exports: what it reads is of one moment, and a cursor stays open
   * until its end. There are few of these connections: never wait in it for a person's browser.
   */
  snapshot<T>(operation: (sql: Sql) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Sends a fact through the running transaction to the jobs that answer it. */
  emit<T extends object>(fact: Fact<T>, data: T): Promise<void>
  /** Tells open pages through the running transaction that something has changed (`platform/realtime`). */
  publish(channels: string | readonly string[], data: Hint, options?: PublishOptions): Promise<void>
  audit(entry: AuditEntry): Promise<void>
  use<T>(port: Port<T>): T
  /** The same context for another actor, organization or language: sign-in and jobs need it. */
  as(change: Partial<Pick<Ctx, 'actor' | 'organization' | 'locale' | 'now'>>): Ctx
}
