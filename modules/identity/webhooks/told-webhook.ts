import type { Ctx } from '#platform/ctx.ts'

export type PausedWebhook = {
  webhook_endpoint_id: number
  client_id: number
  client_name: string
  contact_email: string
  url: string
  organization_id: number
  organization_code: string
  organization_name: string
}

/** The endpoint that was paused after failures, and whom to tell; null if it was resumed or removed since. */
export async function findPausedEmail({ sql }: Ctx, webhook_endpoint_id: number): Promise<PausedWebhook | null> {
  const [row] = await sql<PausedWebhook>`
    select w.webhook_endpoint_id, c.client_id, c.name as client_name, c.contact_email, w.url,
           o.organization_id, o.code as organization_code, o.name as organization_name
    from identity.webhook_endpoint w
    join identity.client c on c.client_id = w.client_id
    join identity.organization o on o.organization_id = w.organization_id
    where w.webhook_endpoint_id = ${webhook_endpoint_id} and w.paused_why = 'failing' and w.ended_at is null
      and c.ended_at is null`
  return row ?? null
}
