import { pathTo } from '#platform/path-to.ts'
import type { Flash } from './frame.ts'

const leaves = Symbol('leave')

/** Returned instead of a page: the visitor is redirected. */
export type PageRedirect = { readonly [leaves]: true; readonly to: string; readonly status: 302 | 303 } & LeaveExtras
/** `flash` is shown once on the next page; `cookies` are whole Set-Cookie values. */
type LeaveExtras = { readonly flash?: Flash; readonly cookies?: readonly string[] }

/** Sends the visitor to another page of this site or, with a full address, to another site. */
export function redirect(
  to: string,
  { status = 303, ...extras }: { status?: 302 | 303 } & LeaveExtras = {},
): PageRedirect {
  return { [leaves]: true, to, status, ...extras }
}

/** Unknown, or out of reach: /404. */
export const notFound = (): PageRedirect => redirect(pathTo('/404'), { status: 302 })
/** Was here once: /410. */
export const gone = (): PageRedirect => redirect(pathTo('/410'), { status: 302 })
/** Without a session: the sign-in page, which comes back to `path` and shows whether a session has ended. */
export const signIn = (path: string, { ended = false }: { ended?: boolean } = {}): PageRedirect =>
  redirect(pathTo('/login', { query: { se: ended || null, redirect: path } }), { status: 302 })

export const isPageRedirect = (value: unknown): value is PageRedirect =>
  typeof value === 'object' && value !== null && leaves in value

/** A path of this site out of untrusted text (`?redirect=`), or the fallback: never another host. */
export function localPath(path: string | null | undefined, fallback = pathTo('/dashboard')): string {
  if (!path?.startsWith('/')) return fallback
  const url = URL.parse(path, 'http://site.invalid')
  // '/.//host' is a path of this site, but would be serialized as '//host', another host.
  if (url?.origin !== 'http://site.invalid' || url.pathname.startsWith('//')) return fallback
  return url.pathname + url.search + url.hash
}
