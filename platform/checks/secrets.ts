import type { Source } from './source.ts'

const patterns: readonly [string, RegExp][] = [
  ['a private key', /-----BEGIN (?:RSA |EC |OPENSSH )?PRIVATE KEY-----/],
  ['an access key', /\bAKIA[0-9A-Z]{16}\b/],
  ['a live payment key', /\b(?:sk|rk)_live_[0-9a-zA-Z]{16,}/],
  ['a token', /\bgh[pousr]_[A-Za-z0-9]{36}\b|\bxox[baprs]-[A-Za-z0-9-]{20,}/],
  ['a registry address', /\bregistry\.npmjs\.org\b/],
]

/** Patterns that must not appear in the tree. */
export function checkSecrets(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => path !== 'platform/checks/secrets.ts')
    .flatMap(({ path, text }) =>
      patterns.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${path} holds ${what}`),
    )
}
