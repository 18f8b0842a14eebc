import { addNotification } from '#modules/identity/notifications/notification.sql.ts'
import { asTenant } from '#modules/identity/organizations/as-tenant.ts'
import { listKeyHolders } from '#modules/identity/rights/key-holders.sql.ts'
import { webhookTransport } from '#modules/identity/webhooks/transport.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { texts } from '#platform/texts.ts'
import { type CheckedSite, claimDueSites, type ProofMethod, updateChecked } from './own-site.sql.ts'
import { proveSite } from './prove-site.ts'

const day_ms = 86_400_000
/** How long a proof may be missing: a site may be down, or moved to another host over a weekend. */
const graceDays = 7
const batchSize = 10
/** The limit of one sweep; the rest are due an hour later. */
const maxChecked = 200
const maxNotified = 100

const siteNotificationTexts = texts({
  failing: [
    'We no longer find the proof of {origin}. Restore it within a week, or the site stops showing your courses.',
    'Ya no encontramos la prueba de {origin}. Restáurela en el plazo de una semana o el sitio dejará de mostrar sus cursos.',
  ],
  lost: [
    '{origin} no longer shows your courses, because its proof has been missing for a week. Verify it again.',
    '{origin} ya no muestra sus cursos porque su prueba falta desde hace una semana. Verifíquelo de nuevo.',
  ],
})

/**
 * Looks once a day for the proofs of sites that count. A site loses its access once its proof was missing for a week.
 */
export async function recheckOwnSites(server: Ctx, signal?: AbortSignal): Promise<void> {
  const yesterday = new Date(server.now.getTime() - day_ms)
  for (let checkedCount = 0; checkedCount < maxChecked && !signal?.aborted; checkedCount += batchSize) {
    const sites = await claimDueSites(server, yesterday, batchSize)
    await Promise.all(sites.map((site) => recheck(server, site)))
    if (sites.length < batchSize) return
  }
}

async function recheck(server: Ctx, site: CheckedSite): Promise<void> {
  const proved_by = await proveSite(server.use(webhookTransport), site)
  const ctx = await asTenant(server, site.organization_id)
  await ctx.tx((inner) => saveResult(inner, site, proved_by))
}

async function saveResult(ctx: Ctx, site: CheckedSite, proved_by: ProofMethod | null): Promise<void> {
  const { organization_id, origin } = site
  if (proved_by !== null) {
    await updateChecked(ctx, site, { proved_by, failing_since: null })
    return
  }
  const failing_since = site.failing_since ?? ctx.now
  const isLost = ctx.now.getTime() - failing_since.getTime() >= graceDays * day_ms
  const result = isLost ? { proved_by: null, failing_since: null } : { proved_by: site.proved_by, failing_since }
  if (!(await updateChecked(ctx, site, result))) return
  if (isLost) {
    const subject = `organization_id:${organization_id}`
    await ctx.audit({ action: 'organization.loseSite', subject, before: { origin, proved_by: site.proved_by } })
  }
  if (isLost || site.failing_since === null) await notifyStaff(ctx, site, isLost ? 'lost' : 'failing')
}

/** Once for each time that a proof goes missing. */
async function notifyStaff(ctx: Ctx, site: CheckedSite, kind: keyof typeof siteNotificationTexts): Promise<void> {
  const { organization_id, own_site_id, origin } = site
  const holders = await listKeyHolders(ctx, { organization_id, key: 'MANAGE_WEBSITES:UPDATE' })
  for (const { user_id } of holders.slice(0, maxNotified)) {
    // Unscoped: staff of organizations above are notified, too.
    await addNotification(ctx.unscoped, {
      user_id,
      cause: `own-site-${kind}:${own_site_id}:${(site.failing_since ?? ctx.now).getTime()}`,
      text: { text: siteNotificationTexts[kind], params: { origin } },
      href: pathTo('/manage/organization/:id/websites/own', { id: organization_id }),
    })
  }
}
