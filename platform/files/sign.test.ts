import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileKey } from './file-key.ts'
import { signLink, verifyLink } from './sign.ts'

const installationSecret = 'a secret of the installation'
const key = fileKey('c0ffee'.padEnd(64, '0'), 'ssd')
const expires_at = new Date('2026-03-01T12:00:00Z')
const before = new Date('2026-03-01T11:59:59Z')
const link = signLink(installationSecret, { key, name: 'Certificate & more.pdf', expires_at })

test('a signed link opens its file until its expiry, as a path and as a full address', () => {
  const validLink = { valid: true, key, name: 'Certificate & more.pdf', expires_at }
  expect(verifyLink(installationSecret, link, before)).toEqual(validLink)
  expect(verifyLink(installationSecret, `https://ssd.example.com${link}`, before)).toEqual(validLink)
})

test('a link expires at its time', () => {
  expect(verifyLink(installationSecret, link, expires_at)).toEqual({ valid: false, reason: 'expired' })
})

test.each([
  ['another file', link.replace('c0ffee', 'c0ffef')],
  ['another organization', link.replace('/ssd/', '/lsd/')],
  ['another name', link.replace('Certificate', 'Invoice')],
  ['a later end', link.replace(/expires=(\d)/, 'expires=9')],
  ['no end', link.replace(/expires=\d+/, '')],
  ['an empty signature', link.replace(/signature=.*/, 'signature=')],
  ['no signature', link.replace(/&signature=.*/, '')],
  ['a shortened signature', link.slice(0, -4)],
  ['no query', link.split('?')[0]!],
])('refuses a link changed to %s', (_what, changed) => {
  expect(changed).not.toBe(link)
  expect(verifyLink(installationSecret, changed, before)).toEqual({ valid: false, reason: 'tampered' })
})

test('refuses a link of another secret', () => {
  const foreignLink = signLink('the secret of another server', { key, name: 'x', expires_at })
  expect(verifyLink(installationSecret, foreignLink, before)).toEqual({ valid: false, reason: 'tampered' })
})

test('a link keeps any file name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(
        verifyLink(installationSecret, signLink(installationSecret, { key, name, expires_at }), before),
      ).toMatchObject({
        valid: true,
        name,
      })
    }),
  )
})

test('refuses to sign anything but a key, or with a weak secret', () => {
  expect(() => signLink(installationSecret, { key: '../../etc/passwd', name: 'x', expires_at })).toThrow()
  expect(() => signLink('short', { key, name: 'x', expires_at })).toThrow('16 characters')
})
