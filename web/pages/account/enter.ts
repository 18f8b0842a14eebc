import { deviceCookies, isProofNeeded, signInCookies } from '#modules/identity/entry.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { failureOf } from '#platform/http/answer.ts'
import { pathTo } from '#platform/path-to.ts'
import { errorsOf, type Invalid, invalid, type SentForm } from '#platform/web/form.ts'
import { localPath, type PageRedirect, redirect } from '#platform/web/page-redirect.ts'

/** What a way of signing in answered, as far as the browser keeps it; sign-up never asks for a second step. */
type Entering = { token: string; expires_at?: string; needs2fa?: boolean; isRememberMe?: boolean } & {
  step?: 'code' | 'set-up' | null
}

/** Goes on with the new session in the browser's cookie, or to the second step of signing in and then on. */
export function enter(ctx: Ctx, answer: Entering, to: string): PageRedirect {
  const { origin } = ctx.request
  const cookies = [...signInCookies(origin, answer), ...deviceCookies(ctx.request)]
  if (!answer.needs2fa) return redirect(to, { cookies })
  return redirect(pathTo(answer.step === 'set-up' ? '/login/set-up' : '/login/code', { query: { redirect: to } }), {
    cookies,
  })
}

/** Where a form of ours continues to: the path in `?redirect=`, never another site. */
export const onward = (query: Readonly<Record<string, string | undefined>>): string => localPath(query.redirect)

/** A page of ours on the way of signing in, which knows where it continues to. */
export const withOnward = (
  page: '/login' | '/signup' | '/about' | '/forgot-password' | '/change-password-instructions',
  query: Readonly<Record<string, string | undefined>>,
): string => pathTo(page, { query: { redirect: query.redirect && onward(query) } })

/** A signed-in person has no business on the page. */
export const sendAway = (ctx: Ctx, query: Readonly<Record<string, string | undefined>>): PageRedirect | null =>
  ctx.actor.kind === 'user' ? redirect(onward(query), { status: 302 }) : null

/** The step of signing in is over or was never begun: back to its first page, and then on as before. */
export const fromTheStart = (query: Readonly<Record<string, string | undefined>>): PageRedirect =>
  redirect(pathTo('/login', { query: { redirect: onward(query) } }), { status: 302 })

/** The same refusal with the fields of the form in place of those of the call; any other error as it is. */
export function atFields(error: unknown, fieldOf: (path: string) => string): unknown {
  if (!(error instanceof Refusal)) return error
  const issues = error.issues.map(({ path, message }) => ({ path: fieldOf(path), message }))
  return new Refusal(error.kind, error.params, error.answer, issues)
}

/** Where a form leads that asks for a fresh proof: there, and back to the form. Any other error is thrown on. */
export function toProof(error: unknown, { pathname, search }: URL): PageRedirect {
  if (!isProofNeeded(error)) throw error
  return redirect(pathTo('/prove', { query: { redirect: pathname + search } }))
}

/** Does the operation of a form; any refusal shows the form again, also one that would elsewhere lead to sign-in. */
export async function tried(
  ctx: Ctx,
  form: SentForm,
  operation: () => Promise<PageRedirect>,
): Promise<PageRedirect | Invalid> {
  try {
    return await operation()
  } catch (error) {
    // A refusal for the whole form keeps its own status and headers.
    if (!(error instanceof Refusal) || error.kind.status === 429) throw error
    return invalid(errorsOf(error.issues, form.values), String(failureOf(error, ctx.locale, ctx.log).body.message))
  }
}
