import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { noHash, sealHash } from './canonical.ts'
import { auditKey } from './key.ts'

const { key } = auditKey('a secret of the server')
const place = { organization_id: 1, position: 2, sealed_at: '2026-01-01T00:00:00.000000Z' }
const event = '[1, "user.login"]'
const seal = sealHash(key, place, event, noHash)

test.each([
  ['the hash before it', sealHash(key, place, event, noHash.replace('0', '1'))],
  ['the event', sealHash(key, place, '[1, "user.logout"]', noHash)],
  ['the chain', sealHash(key, { ...place, organization_id: 2 }, event, noHash)],
  ['the place in the chain', sealHash(key, { ...place, position: 3 }, event, noHash)],
  ['the time of sealing', sealHash(key, { ...place, sealed_at: '2026-01-02T00:00:00.000000Z' }, event, noHash)],
  ['the key', sealHash(auditKey('another secret').key, place, event, noHash)],
  ['a key at all', sealHash(createSecretKey(Buffer.alloc(0)), place, event, noHash)],
])('a seal covers %s', (_, other) => {
  expect(other).not.toBe(seal)
})
