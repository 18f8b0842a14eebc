import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { siteUrlPort } from '#platform/ports.ts'

export type RelyingParty = { rp_id: string; origin: string }

/**
 * The relying party of a passkey: the host of the product, which the sites of all its organizations share, so that one
 * passkey opens each of them. A request under any other name is not ours, for example a proxy that phishes for
 * signatures.
 */
export function relyingParty(ctx: Ctx): RelyingParty {
  const base = new URL(ctx.use(siteUrlPort)(null, '/'))
  const { origin, host, hostname, protocol } = new URL(ctx.request.origin)
  const ours = protocol === base.protocol && (host === base.host || host.endsWith(`.${base.host}`))
  if (!ours) throw errors.notFound()
  // Browsers let no site share a name without a dot ('localhost'): there each site has passkeys of its own.
  return { rp_id: base.hostname.includes('.') ? base.hostname : hostname, origin }
}
