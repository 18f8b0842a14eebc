import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeId, encodeId } from './ids.ts'

it('an encoded id of a referral link has at least five characters and comes back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_147_483_647 }), (id) => {
      const text = encodeId(id)
      return text.length >= 5 && /^[A-Za-z0-9]+$/.test(text) && decodeId(text) === id
    }),
  )
})

it('what the encoder did not write is no id', () => {
  for (const text of ['', 'x', '12345', '../..', 'ÀÀÀÀÀ', encodeId(7).slice(1), `${encodeId(7)}a`]) {
    expect(decodeId(text)).toSatisfy((id: number | null) => id === null || encodeId(id) === text)
  }
})
