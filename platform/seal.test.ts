import { expect, test } from 'vitest'
import { openSealer } from './seal.ts'

const old = 'an old secret of thirty-two characters'
const young = 'a new secret of thirty-two characters!'
const content = Buffer.from('JBSWY3DPEHPK3PXP')

test('what was sealed opens for the same thing and for nothing else', () => {
  const sealer = openSealer([young])
  const sealed = sealer.seal(content, 'totp:7')
  expect(sealer.open(sealed, 'totp:7')).toEqual(content)
  expect(() => sealer.open(sealed, 'totp:8')).toThrow()
  expect(sealed.includes(content)).toBe(false)
})

test('the same content is never sealed alike twice', () => {
  const sealer = openSealer([young])
  expect(sealer.seal(content, 'a').equals(sealer.seal(content, 'a'))).toBe(false)
})

test('a changed byte anywhere, and a cut off end, do not open', () => {
  const sealer = openSealer([young])
  const sealed = sealer.seal(content, 'a')
  for (const [at, byte] of sealed.entries()) {
    const changed = Buffer.from(sealed)
    changed[at] = byte ^ 1
    expect(() => sealer.open(changed, 'a')).toThrow()
    expect(() => sealer.open(sealed.subarray(0, at), 'a')).toThrow()
  }
})

test('a former secret still opens what it sealed; one that is gone opens nothing', () => {
  const sealed = openSealer([old]).seal(content, 'a')
  expect(openSealer([young, old]).open(sealed, 'a')).toEqual(content)
  expect(() => openSealer([young]).open(sealed, 'a')).toThrow('not configured')
  const resealed = openSealer([young, old]).seal(content, 'a')
  expect(openSealer([young]).open(resealed, 'a')).toEqual(content)
})
