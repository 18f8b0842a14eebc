import { expect, test } from 'vitest'
import { openSealer } from './seal.ts'

const old = 'an old secret of thirty-two characters'
const newSecret = 'a new secret of thirty-two characters!'
const content = Buffer.from('JBSWY3DPEHPK3PXP')

test('a sealed value opens in its own context only', () => {
  const sealer = openSealer([newSecret])
  const ciphertext = sealer.seal(content, 'totp:7')
  expect(sealer.open(ciphertext, 'totp:7')).toEqual(content)
  expect(() => sealer.open(ciphertext, 'totp:8')).toThrow()
  expect(ciphertext.includes(content)).toBe(false)
})

test('sealing the same content twice gives different values', () => {
  const sealer = openSealer([newSecret])
  expect(sealer.seal(content, 'a').equals(sealer.seal(content, 'a'))).toBe(false)
})

test('refuses a value with any changed byte or a truncated end', () => {
  const sealer = openSealer([newSecret])
  const ciphertext = sealer.seal(content, 'a')
  for (const [index, byte] of ciphertext.entries()) {
    const changedBytes = Buffer.from(ciphertext)
    changedBytes[index] = byte ^ 1
    expect(() => sealer.open(changedBytes, 'a')).toThrow()
    expect(() => sealer.open(ciphertext.subarray(0, index), 'a')).toThrow()
  }
})

test('a former secret opens its values; a removed one opens nothing', () => {
  const ciphertext = openSealer([old]).seal(content, 'a')
  expect(openSealer([newSecret, old]).open(ciphertext, 'a')).toEqual(content)
  expect(() => openSealer([newSecret]).open(ciphertext, 'a')).toThrow('not configured')
  const resealed = openSealer([newSecret, old]).seal(content, 'a')
  expect(openSealer([newSecret]).open(resealed, 'a')).toEqual(content)
})
