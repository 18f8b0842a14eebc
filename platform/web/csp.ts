import { createHash } from 'node:crypto'
/** Further origins that a page allows; `ancestors` may show it in a frame. */
export type CspSources = Partial<
  Record<'script' | 'style' | 'connect' | 'frame' | 'image' | 'media' | 'form' | 'ancestors', string[]>
>

/** The policy of one page. Scripts run only with the nonce; no style attributes, no frames around us, no plugins. */
export const contentSecurityPolicy = (nonce: string, extra?: CspSources, dev = false): string =>
  extra || dev ? write(nonce, extra, dev) : usual.replaceAll(place, nonce)

function write(nonce: string, extra: CspSources = {}, dev = false): string {
  const nonceSource = `'nonce-${nonce}'`
  const rules = {
    'default-src': ["'self'"],
    'script-src': [nonceSource, ...(extra.script ?? [])],
    'style-src': ["'self'", nonceSource, ...(extra.style ?? [])],
    'style-src-attr': ["'none'"],
    'img-src': ["'self'", 'data:', 'blob:', ...(extra.image ?? [])],
    'media-src': ["'self'", 'blob:', ...(extra.media ?? [])],
    'connect-src': ["'self'", ...(dev ? ['ws:'] : []), ...(extra.connect ?? [])],
    'frame-src': ["'self'", ...(extra.frame ?? [])],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': extra.ancestors?.length ? extra.ancestors : ["'none'"],
    'form-action': ["'self'", ...(extra.form ?? [])],
  }
  return Object.entries(rules)
    .map(([rule, sources]) => `${rule} ${sources.join(' ')}`)
    .join('; ')
}

/** The source that allows one inline style by its content. */
export const styleHash = (css: string): string => `'sha256-${createHash('sha256').update(css).digest('base64')}'`

const place = '{nonce}'
/** The policy of pages without further origins. */
const usual = write(place)

/**
 * The policy of a page shared by many visitors. It has no nonce: a reader of one copy would know that of all others.
 * Scripts are allowed from the address `scripts`, styles by their content.
 */
export function sharedPolicy(html: string, scripts: string): string {
  const styles = [...html.matchAll(/<style>([^<]*)<\/style>/g)].map(([, css]) => styleHash(css!))
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    ["style-src 'self'", ...styles].join(' '),
    "style-src-attr 'none'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}
