import { sessionCookie } from '../../../modules/identity/index.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { Refusal } from '../../../platform/errors.ts'
import { failureOf } from '../../../platform/http/answer.ts'
import { errorsOf, type Invalid, invalid, type SentForm } from '../../../platform/web/form.ts'
import { type Leave, localPath, redirect } from '../../../platform/web/leave.ts'

/** Goes on with the new session in the browser's cookie; it outlives the browser only until `keep`. */
export function enter(ctx: Ctx, token: string, to: string, keep: Date | null = null): Leave {
  return redirect(to, { cookies: [sessionCookie(ctx.request.origin, token, keep)] })
}

/** Where a form of ours goes on to: the path in `?redirect=`, never another site. */
export const onward = (query: Readonly<Record<string, string | undefined>>): string => localPath(query.redirect)

/** Somebody who is signed in has no business on the page. */
export const sendAway = (ctx: Ctx, query: Readonly<Record<string, string | undefined>>): Leave | null =>
  ctx.actor.kind === 'user' ? redirect(onward(query), { status: 302 }) : null

/** Does the deed of a form; any refusal shows the form again, also one that would elsewhere lead to sign-in. */
export async function tried(ctx: Ctx, form: SentForm, deed: () => Promise<Leave>): Promise<Leave | Invalid> {
  try {
    return await deed()
  } catch (error) {
    // A refusal for the whole form keeps its own status and headers.
    if (!(error instanceof Refusal) || error.kind.status === 429) throw error
    return invalid(errorsOf(error.issues, form.values), String(failureOf(error, ctx.locale, ctx.log).body.message))
  }
}
