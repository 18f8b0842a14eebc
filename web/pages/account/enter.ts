import { deviceCookies, isProofNeeded, signInCookies } from '#modules/identity/entry.ts'
import { firstPage } from '#modules/identity/sign-in/first-page.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { failureOf } from '#platform/http/failure.ts'
import { pathTo } from '#platform/path-to.ts'
import { localize } from '#platform/texts.ts'
import { errorsOf, type InvalidForm, invalid, type SentForm } from '#platform/web/form.ts'
import { localPath, type PageRedirect, redirect } from '#platform/web/page-redirect.ts'

/** The browser's part of a sign-in result; sign-up never has a second step. */
type SignInResult = { token: string; expires_at?: string; needs2fa?: boolean; isRememberMe?: boolean } & {
  step?: 'code' | 'set-up' | null
  /** Null until sign-in is complete. */
  user?: { role: string } | null
}

/** Continues with the new session in the browser's cookie, or with the second step of sign-in. */
export function finishSignIn(ctx: Ctx, answer: SignInResult, to: string): PageRedirect {
  const { origin } = ctx.request
  const cookies = [...signInCookies(origin, answer), ...deviceCookies(ctx.request)]
  if (!answer.needs2fa) return redirect(firstPage(answer.user, to), { cookies })
  return redirect(pathTo(answer.step === 'set-up' ? '/login/set-up' : '/login/code', { query: { redirect: to } }), {
    cookies,
  })
}

/** The page after our forms: the path in `?redirect=`, never another site. */
export const destination = (query: Readonly<Record<string, string | undefined>>): string => localPath(query.redirect)

/** A page of ours in the sign-in flow, which knows where to continue. */
export const withDestination = (
  page: '/login' | '/login/link' | '/signup' | '/about' | '/forgot-password' | '/change-password-instructions',
  query: Readonly<Record<string, string | undefined>>,
): string => pathTo(page, { query: { redirect: query.redirect && destination(query) } })

/** Redirects a signed-in person away from the page. */
export const redirectSignedIn = (ctx: Ctx, query: Readonly<Record<string, string | undefined>>): PageRedirect | null =>
  ctx.actor.kind === 'user' ? redirect(destination(query), { status: 302 }) : null

/** The sign-in step is over or was never started: back to the first page, keeping the destination. */
export const restartSignIn = (query: Readonly<Record<string, string | undefined>>): PageRedirect =>
  redirect(pathTo('/login', { query: { redirect: destination(query) } }), { status: 302 })

/** The refusal with the form's field names instead of the call's; any other error unchanged. */
export function atFields(error: unknown, fieldOf: (path: string) => string): unknown {
  if (!(error instanceof Refusal)) return error
  const issues = error.issues.map(({ path, message }) => ({ path: fieldOf(path), message }))
  return new Refusal(error.kind, error.params, error.answer, issues)
}

/** Redirects to the proof page and back to the form if a recent proof is required. Rethrows any other error. */
export function toProof(error: unknown, { pathname, search }: URL): PageRedirect {
  if (!isProofNeeded(error)) throw error
  return redirect(pathTo('/prove', { query: { redirect: pathname + search } }))
}

/** Runs a form's operation; any refusal shows the form again, even one that would otherwise lead to sign-in. */
export async function runForm(
  ctx: Ctx,
  form: SentForm,
  operation: () => Promise<PageRedirect>,
): Promise<PageRedirect | InvalidForm> {
  try {
    return await operation()
  } catch (error) {
    // A refusal of the whole form keeps its status and headers.
    if (!(error instanceof Refusal) || error.kind.status === 429) throw error
    return invalid(errorsOf(error.issues, form.values), String(failureOf(error, ctx.locale, ctx.log).body.message))
  }
}

/** Back to where people sign in, or to their own page, with the sentence of a refusal. Rethrows any other error. */
export function explain(ctx: Ctx, error: unknown): PageRedirect {
  if (!(error instanceof Refusal)) throw error
  const flash = { kind: 'error' as const, text: localize(ctx.locale, error.kind.text, error.params) }
  return redirect(ctx.actor.kind === 'user' ? pathTo('/dashboard') : pathTo('/login'), { status: 302, flash })
}
