import { type RenewedReference, replaceReference } from '#modules/identity/sessions/past-reference.sql.ts'
import { hashReference, isReference } from '#modules/identity/sessions/reference.ts'
import { endSessionAndView } from '#modules/identity/sessions/session.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'

/** The staff member's resumed session, and the page where they were. */
export type WayBack = RenewedReference & { last_route: string }

type View = { session_id: number; viewed_by_session_id: number; last_route: string | null }

/**
 * Ends a view and resumes the staff member's own session under a new reference; null if that is over too. The view's
 * row records the session: nothing in a request can choose it, and it works once. Unscoped: the staff member may belong
 * to a parent organization.
 */
export async function leaveView({ unscoped: ctx }: Pick<Ctx, 'unscoped'>, session_id: number): Promise<WayBack | null> {
  const [view] = await ctx.sql<View>`
    select session_id, viewed_by_session_id, last_route from identity.session
    where session_id = ${session_id} and viewed_by_session_id is not null for update`
  if (!view) return null
  await ctx.sql`
    update identity.session set viewed_by_session_id = null, ended_at = coalesce(ended_at, ${ctx.now})
    where session_id = ${session_id}`
  const session = await replaceReference(ctx, view.viewed_by_session_id)
  return session && { ...session, last_route: view.last_route ?? pathTo('/dashboard') }
}

/**
 * For a view whose reference is no longer valid (expired, or one of the two was disabled): resumes the staff member's
 * own session, or null. Unscoped: the reference is the secret.
 */
export const returnFromView = (ctx: Ctx, reference: string): Promise<WayBack | null> =>
  afterView(ctx, reference, (inner, session_id) => leaveView(inner, session_id))

/** The same for someone who then signs out: they are signed out completely, without resuming their own session. */
export async function signOutOfView(ctx: Ctx, reference: string): Promise<void> {
  await afterView(ctx, reference, (inner, session_id) => endSessionAndView(inner, session_id))
}

async function afterView<T>(
  ctx: Ctx,
  reference: string,
  operation: (inner: Ctx, session_id: number) => Promise<T>,
): Promise<T | null> {
  if (!isReference(reference)) return null
  const [view] = await ctx.unscoped.sql<{ session_id: number; viewed_by: number }>`
    select session_id, viewed_by from identity.session
    where reference_hash = ${hashReference(reference)} and viewed_by_session_id is not null`
  if (!view) return null
  return ctx.tx(async (inner) => {
    const result = await operation(inner, view.session_id)
    await inner.audit({
      action: 'view_as.over',
      subject: `session_id:${view.session_id}`,
      subject_user_id: view.viewed_by,
    })
    return result
  })
}
