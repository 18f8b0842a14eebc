import type { Actor, ClientActor, UserActor } from './actor.ts'
import { insertAuditEvent } from './audit/insert.ts'
import type { Clock } from './clock.ts'
import type { Ctx, Organization, Port } from './ctx.ts'
import type { Database } from './db/database.ts'
import type { Scope } from './db/scope.ts'
import type { Sql } from './db/sql.ts'
import { insertEvents } from './events/insert-events.ts'
import { testEventsWritten } from './events/test-events.ts'
import type { Log } from './log.ts'
import { insertPublication } from './realtime/publish.ts'
import { isTest, isTestId } from './test-organization.ts'
import type { Locale } from './texts.ts'

/**
 * Sends a fact to its jobs through the transaction `sql`; a fact of a test organization only to the jobs that are
 * declared to run there.
 */
export type FactSender = { send(sql: Sql, fact: string, data: object, test_organization_id?: number): Promise<void> }

/** The services of one process; every context is built from them. */
export type Services = {
  database: Database
  clock: Clock
  log: Log
  facts: FactSender
  ports: Ports
  /** The simulated services of test organizations, which have no context without them. */
  testPorts?: Ports
}

export type Ports = ReadonlyMap<string, unknown>

/** Fills ports: `ports([paymentGateway, gateway], [files, localFiles])`. */
export const fillPorts = (...filledPorts: [Port<unknown>, unknown][]): Ports =>
  new Map(filledPorts.map(([port, implementation]) => [port.port, implementation]))

export type Caller = {
  actor: Actor
  organization: Organization
  locale: Locale
  now?: Date
  request?: Ctx['request']
  /** The caller's rate limits; jobs and commands have none. */
  admit?: Ctx['admit']
  /** Nothing is committed after it aborts. */
  signal?: AbortSignal | undefined
}

const noRequest: Ctx['request'] = { id: 'none', address: '', agent: '', origin: '' }

/** The context of one request, job or command. */
export const openCtx = (services: Services, caller: Caller): Ctx =>
  bind(services, caller, services.database.read, { transacting: false })

/**
 * The organizations that a caller sees: the visited site's, and those in the tree of their own organization, which may
 * be above the site: a purchase on one of its sites belongs to the person on all of them.
 */
function scopeOf({ actor, organization }: Pick<Caller, 'actor' | 'organization'>, unscoped: boolean): Scope {
  if (isTest(organization)) return organization.scope
  if (unscoped || actor.kind === 'system') return 'real'
  if (actor.kind === 'anonymous') return organization.scope
  // Their own account and their organization's settings stay visible.
  if (limitOf(actor)) return [...new Set([...organization.scope, actor.organization_id, organization.organization_id])]
  const organizationIds = actor.reach ?? [actor.organization_id]
  const inside = organizationIds.every((id) => organization.scope.includes(id))
  return inside ? organization.scope : [...organization.scope, ...organizationIds]
}

/** The visited organization, with its tree cut down to the actor's limit. */
function organizationFor({ actor, organization }: Caller): Organization {
  const limit = (actor.kind === 'user' || actor.kind === 'client') && limitOf(actor)
  if (!limit) return organization
  const within = new Set(limit)
  return { ...organization, scope: organization.scope.filter((id) => within.has(id)) }
}

/** Staff may view from a site above the person's organization: the view shows no more than the person can see. */
const limitOf = (actor: UserActor | ClientActor): readonly number[] | undefined =>
  actor.assigned_organizations ?? (actor.kind === 'user' && actor.viewed_by !== null ? actor.reach : undefined)

type Binding = { transacting: boolean; unscoped?: boolean }

/**
 * Fails if a caller of a real organization would act in a test organization, or the other way round, and if the
 * simulated services are missing: the real ones would charge cards and send emails.
 */
function requireOneSide({ testPorts }: Services, { actor, organization }: Caller): void {
  const test = isTest(organization)
  if (test && !testPorts) throw new Error('a test organization needs simulated services')
  if (test && !organization.scope.every(isTestId)) throw new Error('the scope of a test organization holds a real one')
  if (actor.kind === 'system') return
  const actorOrganizationId = actor.kind === 'anonymous' ? 0 : actor.organization_id
  if (isTestId(actorOrganizationId) !== test)
    throw new Error('a caller and the organization must both be real, or both for tests')
}

/** The time in an organization: the clock of a test organization is ahead. */
const timeIn = ({ moved_ms = 0 }: Organization, real: Date): Date =>
  moved_ms === 0 ? real : new Date(real.getTime() + moved_ms)

function bind(services: Services, caller: Caller, base: Sql, { transacting, unscoped = false }: Binding): Ctx {
  const { database, clock, facts, ports, testPorts } = services
  requireOneSide(services, caller)
  const { actor, locale, request = noRequest, admit = () => {}, signal } = caller
  const { now = timeIn(caller.organization, clock.now()) } = caller
  const organization = organizationFor(caller)
  const test = isTest(organization)
  const scope = scopeOf({ actor, organization }, unscoped)
  const sql = base.within(scope)
  const wide = unscoped ? null : bind(services, { ...caller, now }, base, { transacting, unscoped: true })
  const ctx: Ctx = {
    sql,
    exports: database.exports.within(scope),
    transacting,
    actor,
    organization,
    locale,
    now,
    request,
    admit,
    log: wide?.log ?? services.log.with({ request: request.id, organization: organization.organization_id }),
    unscoped: wide as Ctx,
    tx: (operation) =>
      transacting
        ? operation(ctx)
        : database.tx(
            (inner) => operation(bind(services, { ...caller, now }, inner, { transacting: true, unscoped })),
            { scope, ...(signal && { signal }) },
          ),
    snapshot: (operation, ending = signal) =>
      database.snapshot(operation, { scope, ...(ending && { signal: ending }) }),
    emit: async (fact, data) => {
      // A fact outside a transaction might be sent for an operation that never happened.
      if (!transacting) throw new Error(`${fact.fact} must be emitted inside a transaction`)
      await insertEvents(base.within(test ? scope : 'real'), fact, data)
      if (!test) return facts.send(sql, fact.fact, data)
      const { organization_id } = organization
      await facts.send(sql, fact.fact, data, organization_id)
      if (!('internal' in fact.event)) await facts.send(sql, testEventsWritten.fact, {}, organization_id)
    },
    publish: async (channels, data, options) => {
      // Outside a transaction it might announce an operation that never happened.
      if (!transacting) throw new Error(`${data.type} must be published inside a transaction`)
      await insertPublication(sql, channels, data, options)
    },
    audit: (entry) => insertAuditEvent(ctx, entry),
    use: <T>(port: Port<T>) => {
      const filledPorts = test && testPorts?.has(port.port) ? testPorts : ports
      if (!filledPorts.has(port.port)) throw new Error(`port ${port.port} is not filled`)
      return filledPorts.get(port.port) as T
    },
    as: (change) => {
      const { organization: next = caller.organization } = change
      const real = new Date(now.getTime() - (caller.organization.moved_ms ?? 0))
      return bind(services, { ...caller, now: timeIn(next, real), ...change }, base, { transacting, unscoped })
    },
  }
  return wide ? ctx : Object.assign(ctx, { unscoped: ctx })
}
