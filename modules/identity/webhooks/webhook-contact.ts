import type { Ctx } from '#platform/ctx.ts'

/** An endpoint, and the people to notify about it. */
export type WebhookContact = {
  webhook_endpoint_id: number
  client_id: number
  client_name: string
  contact_email: string
  url: string
  organization_id: number
  organization_code: string
  organization_name: string
}

/** The endpoint that was paused after failures; null if it was resumed or removed since. */
export async function findPausedEmail(ctx: Ctx, webhook_endpoint_id: number): Promise<WebhookContact | null> {
  const contact = await findContact(ctx, webhook_endpoint_id)
  return contact?.paused_why === 'failing' ? contact : null
}

/** The endpoint whose address a client set; null if it was removed since. */
export const findRedirectedEmail = (ctx: Ctx, webhook_endpoint_id: number): Promise<WebhookContact | null> =>
  findContact(ctx, webhook_endpoint_id)

async function findContact({ sql }: Ctx, webhook_endpoint_id: number) {
  const [row] = await sql<WebhookContact & { paused_why: string | null }>`
    select w.webhook_endpoint_id, c.client_id, c.name as client_name, c.contact_email, w.url, w.paused_why,
           o.organization_id, o.code as organization_code, o.name as organization_name
    from identity.webhook_endpoint w
    join identity.client c on c.client_id = w.client_id
    join identity.organization o on o.organization_id = w.organization_id
    where w.webhook_endpoint_id = ${webhook_endpoint_id} and w.ended_at is null and c.ended_at is null`
  return row ?? null
}
