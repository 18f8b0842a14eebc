import type { Actor } from '../../platform/actor.ts'
import { movableClock } from '../../platform/clock.ts'
import { exporterName } from '../../platform/grid/about-export.ts'
import { silentLog } from '../../platform/log.ts'
import { fillPorts, openCtx, type Ports, type Services } from '../../platform/open-ctx.ts'
import { sealPort, secretPort, siteUrlPort } from '../../platform/ports.ts'
import { openSealer } from '../../platform/seal.ts'
import { testDatabase } from '../../platform/testing/database.ts'
import type { Locale } from '../../platform/texts.ts'
import { type Facets, facetsPort } from './facets.ts'
import { notificationCounts } from './notifications/notification-counts.ts'
import { resolveOrganization } from './organizations/organization.sql.ts'
import { breachedPasswords, noBreachedPasswords } from './passwords/breached-passwords.ts'
import { hashPassword, type PasswordCost } from './passwords/password-hash.ts'
import { nameActor } from './people/name-actor.sql.ts'
import { roleId } from './people/roles.ts'
import { resolveSession } from './sessions/resolve-session.sql.ts'
import { startSession } from './sessions/session.sql.ts'
import { humanCheck, noHumanCheck } from './sign-up/human-check.ts'
import { socialProviders } from './social/provider.ts'
import { storefronts } from './storefront/storefronts.ts'

export const password = 'Right-Of-Way-2026!'
const cheap: PasswordCost = { memoryCost: 1_024, timeCost: 1, parallelism: 1 }

type Visit = {
  code?: string
  actor?: Actor
  locale?: Locale
  address?: string
  device?: string
  handle?: string
  origin?: string
}
type Someone = {
  code?: string
  role?: keyof typeof roleId
  loginid?: string
  email?: string
  status?: number
  /** Whether they have shown that the address is theirs. */
  proven?: boolean
}

const facets: Facets = { identityLock: async () => null, paymentMethods: async () => [], risk: async () => null }

/** Ports that ask nobody; a test gives those that it is about. */
const harmless = fillPorts(
  [sealPort, openSealer(['a secret of tests that guards nothing at all'])],
  [breachedPasswords, noBreachedPasswords],
  [facetsPort, facets],
  [humanCheck, noHumanCheck],
  [notificationCounts, {}],
  [socialProviders, {}],
  [storefronts, []],
  [exporterName, nameActor],
  [secretPort, 'a secret of tests that guards nothing at all'],
  [
    siteUrlPort,
    (code: string | null, path: string) => `http://${code ? `${code.toLowerCase()}.` : ''}localhost${path}`,
  ],
)

/** Three organizations (AAA, the default one, with BBB below it; CCC apart) on a database of this test file. */
export async function openTestSite(ports: Ports = fillPorts()) {
  const { db: database, app } = await testDatabase()
  const clock = movableClock()
  const facts: { fact: string; data: Record<string, unknown> }[] = []
  const services: Services = {
    database: app,
    clock,
    log: silentLog,
    facts: {
      async send(_sql, fact, data) {
        facts.push({ fact, data: data as Record<string, unknown> })
      },
    },
    ports: new Map([...harmless, ...ports]),
  }
  await seedOrganizations()
  const password_hash = await hashPassword(password, cheap)
  let count = 0

  async function seedOrganizations() {
    const rows = [
      { organization_id: 1, code: 'AAA', name: 'Alpha', default_ind: true },
      { organization_id: 2, code: 'BBB', name: 'Beta', parent_organization_id: 1 },
      { organization_id: 3, code: 'CCC', name: 'Gamma' },
    ]
    for (const row of rows) await database.read`insert into identity.organization ${database.read(row)}`
    const links = [
      [1, 1, 0],
      [2, 2, 0],
      [3, 3, 0],
      [1, 2, 1],
    ].map(([ancestor_id, descendant_id, depth]) => ({ ancestor_id, descendant_id, depth }))
    await database.read`insert into identity.organization_closure ${database.read(links)}`
  }

  /** A context on the site of an organization, as a visitor unless an actor is given. */
  async function visit({
    code = 'AAA',
    actor = { kind: 'anonymous' },
    locale = 'en-us',
    address = '203.0.113.7',
    device,
    handle,
    origin = 'http://localhost',
  }: Visit = {}) {
    const organization = await resolveOrganization(database.read, code)
    if (!organization) throw new Error(`no organization ${code}`)
    const request = { id: 'test', address, agent: 'test', origin, device, handle }
    return openCtx(services, { actor, organization, locale, request })
  }

  /** A person with the test password. */
  async function addPerson({ code = 'AAA', role = 'Student', status = 1, proven = true, ...named }: Someone = {}) {
    count += 1
    const loginid = named.loginid ?? `person${count}@example.com`
    const organization = await resolveOrganization(database.read, code)
    const [row] = await database.read<{ user_id: number }>`
      insert into identity.person ${database.read({
        organization_id: organization!.organization_id,
        lk_user_role_id: roleId[role],
        lk_user_status_id: status,
        loginid,
        email: named.email ?? loginid,
        password_hash,
        email_proven_at: proven ? clock.now() : null,
        first_name: 'Pat',
        last_name: 'Person',
      })} returning user_id`
    return { user_id: row!.user_id, loginid, code }
  }

  /** A context of a person with a session of their own, and its token. */
  async function signIn(person: { user_id: number; code: string }, { remember_me = false } = {}) {
    const visitor = await visit({ code: person.code })
    const { token } = await visitor.tx((ctx) => startSession(ctx, person.user_id, { remember_me }))
    const session = await resolveSession(visitor, token)
    if (!session) throw new Error('the new session is not valid')
    return { token, ctx: await visit({ code: person.code, actor: session.actor }) }
  }

  /** Who the token stands for now, on the site of an organization. */
  async function whois(token: string, code = 'AAA') {
    return resolveSession(await visit({ code }), token)
  }

  return { database, clock, facts, visit, addPerson, signIn, whois }
}

export type TestSite = Awaited<ReturnType<typeof openTestSite>>
