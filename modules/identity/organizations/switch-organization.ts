import { awaitEnding, insertSession, type NewSession, type SessionRow } from '#modules/identity/sessions/session.sql.ts'
import type { UserActor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { z } from '#platform/schema.ts'
import { insertHandOver } from './hand-over.sql.ts'
import { findSite } from './sites.sql.ts'

export const switchOrganization = operation({
  call: 'POST /user/switchorganization',
  summary: "Switches to the site of the caller's organization or a sub-organization. `redirect` sends a browser there",
  may: signedIn,
  takes: z.object({ org_code: z.string().regex(/^[A-Za-z0-9]{3}$/) }),
  gives: z.object({ token: z.string(), expires_at: z.iso.datetime(), data: z.object({ user_id: z.int() }) }),
  audit: ({ org_code }) => ({ action: 'user.switchorganization', after: { org_code } }),
  async run(ctx, { org_code }) {
    const actor = userOf(ctx)
    const site = await findSite(ctx, actor, org_code)
    if (!site) throw errors.notFound()
    const { token, expires_at, session_id } = await copySession(ctx, actor)
    const code = await insertHandOver(ctx, {
      session_id,
      organization_id: actor.organization_id,
      site_id: site.organization_id,
    })
    // Never at an own domain: its owner would get a session of a parent organization's staff.
    const redirect = ctx.use(siteUrlPort)(site.code, pathTo('/hand-over', { query: { code } }), 'installation')
    return { token, expires_at: expires_at.toISOString(), data: { user_id: actor.user_id }, redirect, external: true }
  },
})

/** A second session of the same person with the limits, proof and method of the first: nothing is prolonged. */
export async function copySession(ctx: Ctx, { user_id, session_id }: UserActor): Promise<NewSession> {
  await awaitEnding(ctx, user_id)
  const [session] = await ctx.sql<SessionRow>`
    select user_id, organization_id, remember_me, method, proved_at, expires_at, idle_seconds, client_id
    from identity.session where session_id = ${session_id} and ended_at is null`
  if (!session) throw errors.unauthenticated()
  return insertSession(ctx, session)
}
