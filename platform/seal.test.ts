import { expect, test } from 'vitest'
import { openSealer } from './seal.ts'

const old = 'an old secret of thirty-two characters'
const newSecret = 'a new secret of thirty-two characters!'
const content = Buffer.from('JBSWY3DPEHPK3PXP')

test('a sealed value opens in its own context only', () => {
  const sealer = openSealer([newSecret])
  const sealed = sealer.seal(content, 'totp:7')
  expect(sealer.open(sealed, 'totp:7')).toEqual(content)
  expect(() => sealer.open(sealed, 'totp:8')).toThrow()
  expect(sealed.includes(content)).toBe(false)
})

test('sealing the same content twice gives different values', () => {
  const sealer = openSealer([newSecret])
  expect(sealer.seal(content, 'a').equals(sealer.seal(content, 'a'))).toBe(false)
})

test('refuses a value with any changed byte or a truncated end', () => {
  const sealer = openSealer([newSecret])
  const sealed = sealer.seal(content, 'a')
  for (const [at, byte] of sealed.entries()) {
    const changed = Buffer.from(sealed)
    changed[at] = byte ^ 1
    expect(() => sealer.open(changed, 'a')).toThrow()
    expect(() => sealer.open(sealed.subarray(0, at), 'a')).toThrow()
  }
})

test('a former secret opens its values; a removed one opens nothing', () => {
  const sealed = openSealer([old]).seal(content, 'a')
  expect(openSealer([newSecret, old]).open(sealed, 'a')).toEqual(content)
  expect(() => openSealer([newSecret]).open(sealed, 'a')).toThrow('not configured')
  const resealed = openSealer([newSecret, old]).seal(content, 'a')
  expect(openSealer([newSecret]).open(resealed, 'a')).toEqual(content)
})
