import type { WebhookTransport } from '#modules/identity/webhooks/transport.ts'
import type { OwnSite, ProofMethod } from './own-site.sql.ts'

/** The file that proves a site. */
export const proofAddress = (origin: string): string => `${origin}/.well-known/waypost-site.txt`

/** The name of the TXT record that proves a site. */
export const proofName = (origin: string): string => `_waypost.${new URL(origin).hostname}`

/** How a site is currently proved: by its file or its DNS record; null if neither has the text. */
export async function proveSite(
  transport: Pick<WebhookTransport, 'read' | 'findTexts'>,
  { origin, proof }: Pick<OwnSite, 'origin' | 'proof'>,
): Promise<ProofMethod | null> {
  const { status, answer } = await transport.read(proofAddress(origin))
  if (status === 200 && answer.trim() === proof) return 'file'
  const records = await transport.findTexts(proofName(origin))
  return records.includes(proof) ? 'dns' : null
}
