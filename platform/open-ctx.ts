import type { Actor, ClientActor, UserActor } from './actor.ts'
import { insertAuditEvent } from './audit/insert.ts'
import type { Clock } from './clock.ts'
import type { Ctx, Organization, Port } from './ctx.ts'
import type { Database } from './db/database.ts'
import type { Scope } from './db/scope.ts'
import type { Sql } from './db/sql.ts'
import { insertEvents } from './events/insert-events.ts'
import type { Log } from './log.ts'
import { insertPublication } from './realtime/publish.ts'
import type { Locale } from './texts.ts'

/** Sends a fact to its jobs through the transaction `sql`. */
export type FactSender = { send(sql: Sql, fact: string, data: object): Promise<void> }

/** The services of one process; every context is built from them. */
export type Services = {
  database: Database
  clock: Clock
  log: Log
  facts: FactSender
  ports: Ports
}

export type Ports = ReadonlyMap<string, unknown>

/** Fills ports: `ports([paymentGateway, gateway], [files, localFiles])`. */
export const fillPorts = (...filled: [Port<unknown>, unknown][]): Ports =>
  new Map(filled.map(([port, implementation]) => [port.port, implementation]))

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
function scopeOf({ actor, organization }: Pick<Caller, 'actor' | 'organization'>): Scope {
  if (actor.kind === 'system') return 'all'
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
  actor.given ?? (actor.kind === 'user' && actor.viewed_by !== null ? actor.reach : undefined)

type Binding = { transacting: boolean; unscoped?: boolean }

function bind(services: Services, caller: Caller, base: Sql, { transacting, unscoped = false }: Binding): Ctx {
  const { database, clock, facts, ports } = services
  const { actor, locale, request = noRequest, now = clock.now(), admit = () => {}, signal } = caller
  const organization = organizationFor(caller)
  const scope = unscoped ? 'all' : scopeOf({ actor, organization })
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
      await insertEvents(base.within('all'), fact, data)
      await facts.send(sql, fact.fact, data)
    },
    publish: async (channels, data, options) => {
      // Outside a transaction it might announce an operation that never happened.
      if (!transacting) throw new Error(`${data.type} must be published inside a transaction`)
      await insertPublication(sql, channels, data, options)
    },
    audit: (entry) => insertAuditEvent(ctx, entry),
    use: <T>(port: Port<T>) => {
      if (!ports.has(port.port)) throw new Error(`port ${port.port} is not filled`)
      return ports.get(port.port) as T
    },
    as: (change) => bind(services, { ...caller, now, ...change }, base, { transacting, unscoped }),
  }
  return wide ? ctx : Object.assign(ctx, { unscoped: ctx })
}
