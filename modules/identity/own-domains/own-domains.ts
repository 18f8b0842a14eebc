import { identityErrors } from '#modules/identity/errors.ts'
import { ownDomains } from '#modules/identity/organizations/domain-directory.ts'
import { webhookTransport } from '#modules/identity/webhooks/transport.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { type PermissionType, type Policy, scoped, staff, userOf } from '#platform/permissions.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { id, z } from '#platform/schema.ts'
import { localText, texts } from '#platform/texts.ts'
import { checkDomain, maxFailingDays, proofName } from './check-domain.ts'
import { isRegisteredName, readDomainName, unicodeName } from './domain-name.ts'
import { deleteOwnDomain, findOwnDomain, type OwnDomain, saveOwnDomain } from './own-domain.sql.ts'

const domainTexts = texts({
  live: ['The domain is connected.', 'El dominio está conectado.'],
  saved: [
    'The domain was saved. Set the DNS records next.',
    'Se guardó el dominio. Ahora configure los registros DNS.',
  ],
  removed: ['The domain was removed.', 'Se quitó el dominio.'],
})

const ofOrganization = (type: PermissionType): Policy<{ organization_id: number }> =>
  scoped(staff(`MANAGE_WEBSITES:${type}`), 'in their organizations', async ({ organization }, { organization_id }) => {
    if (!organization.scope.includes(organization_id)) throw errors.notFound()
  })

const dnsRecord = z.object({ type: z.enum(['CNAME', 'A', 'TXT']), name: z.string(), value: z.string() })

const Domain = z.object({
  host: z.string(),
  /** The name as its language writes it; equal to `host` for most. */
  shown_host: z.string(),
  state: z.enum(['waiting', 'proved', 'live', 'failing']),
  /** The missing part at the last check. */
  fault: z.enum(['proof', 'reach', 'taken']).nullable(),
  checked_at: z.iso.datetime().nullable(),
  /** The time at which a failing domain is switched off. */
  off_at: z.iso.datetime().nullable(),
  records: z.array(dnsRecord),
})
export type ListedDomain = z.output<typeof Domain>

const organizationInput = z.object({ organization_id: id() })

export const fetchOwnDomain = operation({
  call: 'GET /organization/domain',
  added: true,
  summary: 'Returns the own domain of an organization, its state, and the DNS records that it needs',
  may: ofOrganization('READ'),
  takes: organizationInput,
  gives: z.object({ domain: Domain.nullable() }),
  fails: [errors.notFound],
  async run(ctx, { organization_id }) {
    const domain = await findOwnDomain(ctx, organization_id)
    return { domain: domain && (await listDomain(ctx, domain)) }
  },
})

function stateOf({ live_at, proved_at, fault }: OwnDomain): z.input<typeof Domain>['state'] {
  if (live_at) return fault ? 'failing' : 'live'
  return proved_at ? 'proved' : 'waiting'
}

async function listDomain(ctx: Ctx, domain: OwnDomain): Promise<z.input<typeof Domain>> {
  const { host, fault, checked_at, failing_since, live_at } = domain
  const off_at = live_at && failing_since && new Date(failing_since.getTime() + maxFailingDays * 86_400_000)
  return {
    host,
    shown_host: unicodeName(host),
    state: stateOf(domain),
    fault,
    checked_at: checked_at?.toISOString() ?? null,
    off_at: off_at?.toISOString() ?? null,
    records: await listRecords(ctx, domain),
  }
}

/** The records as DNS tools take them. A registered name can't have a CNAME: it needs this installation's addresses. */
async function listRecords(
  ctx: Ctx,
  { host, proof, organization_id }: OwnDomain,
): Promise<z.input<typeof dnsRecord>[]> {
  const [row] = await ctx.sql<{ code: string }>`
    select code from identity.organization where organization_id = ${organization_id}`
  const target = new URL(ctx.use(siteUrlPort)(row!.code, '/', 'installation')).hostname
  const addresses = isRegisteredName(host) ? await ctx.use(webhookTransport).findAddresses(target) : []
  const pointers = addresses.map((value) => ({ type: 'A' as const, name: host, value }))
  return [
    ...(pointers.length > 0 ? pointers : [{ type: 'CNAME' as const, name: host, value: target }]),
    { type: 'TXT', name: proofName(host), value: proof },
  ]
}

/**
 * Whether the caller belongs to the topmost organization above this one. Its people sign in on the sites below, and the
 * owner of a domain could show them a page of its own.
 */
async function isFromTop(ctx: Ctx, organization_id: number): Promise<boolean> {
  const [row] = await ctx.sql<{ ancestor_id: number }>`
    select ancestor_id from identity.organization_closure
    where descendant_id = ${organization_id} order by depth desc limit 1`
  return row!.ancestor_id === userOf(ctx).organization_id
}

export const saveDomain = operation({
  call: 'POST /organization/domain/save',
  added: true,
  summary:
    "Sets an organization's own domain; it serves nothing before it is proved. The same one again changes nothing",
  may: ofOrganization('UPDATE'),
  takes: z.object({ organization_id: id(), host: z.string().trim().max(300) }),
  gives: z.object({ host: z.string() }),
  fails: [errors.notFound, identityErrors.domainName, identityErrors.domainFromAbove],
  async run(ctx, input) {
    const { organization_id } = input
    const { hostname } = new URL(ctx.use(siteUrlPort)(null, '/'))
    const host = readDomainName(input.host, hostname)
    if (host === null) throw identityErrors.domainName()
    if (!(await isFromTop(ctx, organization_id))) throw identityErrors.domainFromAbove()
    const before = await findOwnDomain(ctx, organization_id)
    if (before?.host !== host) {
      await saveOwnDomain(ctx, organization_id, host)
      await ctx.audit({
        action: 'organization.saveDomain',
        subject: `organization_id:${organization_id}`,
        before: { host: before?.host ?? null },
        after: { host },
      })
    }
    ctx.use(ownDomains).forget()
    return { host, message: localText(ctx.locale, domainTexts, 'saved') }
  },
})

export const checkOwnDomain = operation({
  call: 'POST /organization/domain/check',
  added: true,
  summary: "Checks the DNS records of an organization's own domain now",
  may: ofOrganization('UPDATE'),
  takes: organizationInput,
  gives: z.object({ host: z.string() }),
  fails: [errors.notFound, identityErrors.domainUnproved, identityErrors.domainUnreached, identityErrors.domainTaken],
  transaction: { own: 'no connection waits for name servers and the domain, and the result of a failed check stays' },
  rate: { name: 'check-domain', perMinute: 6, burst: 6 },
  async run(ctx, { organization_id }) {
    const domain = await findOwnDomain(ctx, organization_id)
    if (!domain) throw errors.notFound()
    const { host, fault } = await checkDomain(ctx, domain)
    if (fault === 'proof') throw identityErrors.domainUnproved()
    if (fault === 'reach') throw identityErrors.domainUnreached()
    return { host, message: localText(ctx.locale, domainTexts, 'live') }
  },
})

export const removeOwnDomain = operation({
  call: 'POST /organization/domain/remove',
  added: true,
  summary: "Removes an organization's own domain: links lead to its host below this installation's again",
  may: ofOrganization('DELETE'),
  takes: organizationInput,
  gives: z.object({}),
  fails: [errors.notFound],
  async run(ctx, { organization_id }) {
    const host = await deleteOwnDomain(ctx, organization_id)
    if (host === null) throw errors.notFound()
    const subject = `organization_id:${organization_id}`
    await ctx.audit({ action: 'organization.removeDomain', subject, after: { host } })
    ctx.use(ownDomains).forget()
    return { message: localText(ctx.locale, domainTexts, 'removed') }
  },
})
