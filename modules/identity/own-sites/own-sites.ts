import { identityErrors } from '#modules/identity/errors.ts'
import { webhookTransport } from '#modules/identity/webhooks/transport.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { type PermissionType, type Policy, scoped, staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText, texts } from '#platform/texts.ts'
import { insertOwnSite, listOwnSites, lockSiteCount, maxSites, selectOwnSite, updateProved } from './own-site.sql.ts'
import { proofAddress, proofName, proveSite } from './prove-site.ts'

const siteTexts = texts({
  proved: ['The site is verified.', 'El sitio está verificado.'],
  removed: ['The site was removed.', 'Se quitó el sitio.'],
})

const ofOrganization = (type: PermissionType): Policy<{ organization_id: number }> =>
  scoped(staff(`MANAGE_WEBSITES:${type}`), 'in their organizations', async ({ organization }, { organization_id }) => {
    if (!organization.scope.includes(organization_id)) throw errors.notFound()
  })

const ofSite = (type: PermissionType): Policy<{ own_site_id: number }> =>
  scoped(staff(`MANAGE_WEBSITES:${type}`), 'in their organizations', async (ctx, { own_site_id }) => {
    await selectOwnSite(ctx, own_site_id)
  })

const Site = z.object({
  own_site_id: z.int(),
  origin: z.string(),
  proved_at: z.iso.datetime().nullable(),
  proved_by: z.enum(['file', 'dns']).nullable(),
  /** Since when daily checks have found no proof. After seven days the site no longer counts. */
  failing_since: z.iso.datetime().nullable(),
  /** The text that the file or the DNS record must contain. */
  proof: z.string(),
  file_url: z.string(),
  /** The name of the TXT record. */
  record: z.string(),
})
export type ListedSite = z.output<typeof Site>

export const fetchOwnSites = operation({
  call: 'GET /organization/sites',
  added: true,
  summary: 'Lists the sites outside of the product that an organization has named, with what proves them',
  may: ofOrganization('READ'),
  takes: z.object({ organization_id: id() }),
  gives: z.object({ sites: z.array(Site) }),
  fails: [errors.notFound],
  async run(ctx, { organization_id }) {
    const sites = await listOwnSites(ctx, organization_id)
    return {
      sites: sites.map(({ proved_at, failing_since, ...site }) => ({
        ...site,
        failing_since: failing_since?.toISOString() ?? null,
        proved_at: proved_at?.toISOString() ?? null,
        file_url: proofAddress(site.origin),
        record: proofName(site.origin),
      })),
    }
  },
})

export const addOwnSite = operation({
  call: 'POST /organization/site/add',
  added: true,
  summary: 'Names a site of an organization; it counts once it is proved. Naming it again changes nothing',
  may: ofOrganization('CREATE'),
  takes: z.object({ organization_id: id(), origin: z.string().trim().max(300) }),
  gives: z.object({ own_site_id: z.int() }),
  fails: [errors.notFound, identityErrors.siteAddress, identityErrors.tooManySites],
  audit: ({ organization_id, origin }) => ({
    action: 'organization.addSite',
    subject: `organization_id:${organization_id}`,
    after: { origin },
  }),
  async run(ctx, input) {
    const { organization_id } = input
    const origin = originOf(ctx, input.origin)
    if (!origin) throw identityErrors.siteAddress()
    if ((await lockSiteCount(ctx, organization_id)) >= maxSites) throw identityErrors.tooManySites()
    return { own_site_id: await insertOwnSite(ctx, organization_id, origin) }
  },
})

/**
 * URL parsing accepts `*` and `;` in a host, but they have a meaning in the content security policy that lets the site
 * frame our pages.
 */
const plainOrigin = /^https?:\/\/[\w.[\]:-]{1,255}$/

/** The origin of a typed address; null for a path, a private address, or one without https. */
function originOf(ctx: Pick<Ctx, 'use'>, input: string): string | null {
  const text = /^[a-z]+:\/\//i.test(input) ? input : `https://${input}`
  if (!URL.canParse(text)) return null
  const { origin, pathname, search } = new URL(text)
  if (pathname !== '/' || search !== '' || !plainOrigin.test(origin)) return null
  return ctx.use(webhookTransport).accepts(text) ? origin : null
}

export const proveOwnSite = operation({
  call: 'POST /organization/site/prove',
  added: true,
  summary: 'Looks for the proof of a site: its file, then its DNS record. A site whose proof is gone no longer counts',
  may: ofSite('UPDATE'),
  takes: z.object({ own_site_id: id() }),
  gives: z.object({ proved_by: z.enum(['file', 'dns']) }),
  fails: [errors.notFound, identityErrors.siteUnproved],
  transaction: { own: 'no connection waits for the site, and a lost proof must stay recorded' },
  rate: { name: 'prove-site', perMinute: 6, burst: 6 },
  async run(ctx, { own_site_id }) {
    const site = await selectOwnSite(ctx, own_site_id)
    const proved_by = await proveSite(ctx.use(webhookTransport), site)
    await ctx.tx(async (inner) => {
      await updateProved(inner, own_site_id, proved_by)
      if (proved_by === null && site.proved_by === null) return
      const { organization_id, origin } = site
      const subject = `organization_id:${organization_id}`
      await inner.audit({ action: 'organization.proveSite', subject, after: { origin, proved_by } })
    })
    if (proved_by === null) throw identityErrors.siteUnproved()
    return { proved_by, message: localText(ctx.locale, siteTexts, 'proved') }
  },
})

export const removeOwnSite = operation({
  call: 'POST /organization/site/remove',
  added: true,
  summary: 'Removes a site of an organization: its pages no longer read the catalogue',
  may: ofSite('DELETE'),
  takes: z.object({ own_site_id: id() }),
  gives: z.object({}),
  fails: [errors.notFound],
  async run(ctx, { own_site_id }) {
    const { organization_id, origin } = await selectOwnSite(ctx, own_site_id)
    await ctx.sql`delete from identity.own_site where own_site_id = ${own_site_id}`
    const subject = `organization_id:${organization_id}`
    await ctx.audit({ action: 'organization.removeSite', subject, after: { origin } })
    return { message: localText(ctx.locale, siteTexts, 'removed') }
  },
})
