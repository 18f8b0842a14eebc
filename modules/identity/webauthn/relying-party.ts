import { ownDomains } from '#modules/identity/organizations/domain-directory.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { siteUrlPort } from '#platform/ports.ts'

export type RelyingParty = { rp_id: string; origin: string }

/**
 * The relying party of a passkey: the product's host, shared by the sites of all organizations, so that one passkey
 * works on each of them. Browsers don't let an organization's own domain use that name, so each own domain has separate passkeys.
 * A request under any other name is not ours, for example from a proxy that phishes for signatures.
 */
export function relyingParty(ctx: Ctx): RelyingParty {
  const base = new URL(ctx.use(siteUrlPort)(null, '/'))
  const { origin, host, hostname, protocol } = new URL(ctx.request.origin)
  const isOurs = host === base.host || host.endsWith(`.${base.host}`)
  if (protocol !== base.protocol) throw errors.notFound()
  if (!isOurs && ctx.use(ownDomains).isProved(hostname)) return { rp_id: hostname, origin }
  if (!isOurs) throw errors.notFound()
  // Browsers don't let sites share a name without a dot ('localhost'): there each site has its own passkeys.
  return { rp_id: base.hostname.includes('.') ? base.hostname : hostname, origin }
}
