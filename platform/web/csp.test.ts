import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, sharedPolicy } from './csp.ts'

const rulesOf = (policy: string) =>
  Object.fromEntries(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]))

const defaults = {
  'default-src': ["'self'"],
  'script-src': ["'nonce-n1'"],
  'style-src': ["'self'", "'nonce-n1'"],
  'style-src-attr': ["'none'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'media-src': ["'self'", 'blob:'],
  'connect-src': ["'self'"],
  'frame-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'form-action': ["'self'"],
}

describe('the content security policy of a page', () => {
  it("names our own origin and the page's nonce only", () => {
    expect(rulesOf(contentSecurityPolicy('n1'))).toEqual(defaults)
    expect(rulesOf(contentSecurityPolicy('n1', {}))).toEqual(defaults)
  })

  it.each([
    ['script', 'script-src'],
    ['style', 'style-src'],
    ['connect', 'connect-src'],
    ['frame', 'frame-src'],
    ['image', 'img-src'],
    ['media', 'media-src'],
    ['form', 'form-action'],
  ] as const)('adds the origins of %s to that directive only', (kind, rule) => {
    const wider = rulesOf(contentSecurityPolicy('n1', { [kind]: ['https://pay.example'] }))
    expect(wider).toEqual({ ...defaults, [rule]: [...defaults[rule], 'https://pay.example'] })
  })

  it('allows sockets of the development server in development only', () => {
    const wider = rulesOf(contentSecurityPolicy('n1', undefined, true))
    expect(wider).toEqual({ ...defaults, 'connect-src': ["'self'", 'ws:'] })
  })
})

describe('the content security policy of a shared page', () => {
  it('has no nonce, forbids framing, and allows its styles by hash', () => {
    const css = ':root{--brand:#147}'
    const hash = createHash('sha256').update(css).digest('base64')
    expect(rulesOf(sharedPolicy(`<style>${css}</style><p style="color:red">`, 'https://a.example/assets/'))).toEqual({
      'default-src': ["'self'"],
      'script-src': ['https://a.example/assets/'],
      'style-src': ["'self'", `'sha256-${hash}'`],
      'style-src-attr': ["'none'"],
      'img-src': ["'self'", 'data:'],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'form-action': ["'self'"],
    })
  })
})
