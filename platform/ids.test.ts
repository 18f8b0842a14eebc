import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeId, decodeIds, encodeId, encodeIds } from './ids.ts'

it('an encoded id of a referral link has at least five characters and decodes to the same id', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_147_483_647 }), (id) => {
      const text = encodeId(id)
      expect(text).toMatch(/^[A-Za-z0-9]{5,}$/)
      expect(decodeId(text)).toBe(id)
    }),
  )
})

it('refuses ids that the encoder did not produce', () => {
  for (const text of ['', 'x', '12345', '../..', 'ÀÀÀÀÀ', encodeId(7).slice(1), `${encodeId(7)}a`]) {
    expect(decodeId(text)).toSatisfy((id: number | null) => id === null || encodeId(id) === text)
  }
})

it('several ids are decoded in order, and a single one is a list of one', () => {
  expect(decodeIds(encodeIds([1, 22]))).toEqual([1, 22])
  expect(decodeIds(encodeId(7))).toEqual([7])
  for (const text of ['', '!', `${encodeIds([1, 22])}a`]) expect(decodeIds(text)).toBeNull()
})
