import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { newSecret, otpauthUri, stepOfCode } from './totp.ts'

// RFC 6238, appendix B: the secret '12345678901234567890' in base32, the last six of its eight digits.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('the code of second %i is the one of RFC 6238', (epoch, code) => {
  expect(stepOfCode(secret, code, epoch)).toBe(Math.floor(epoch / 30))
})

test('accepts a code one step early or late, and never further', () => {
  const code = generateSync({ secret, epoch: 3_000 })
  const steps = [2_969, 2_970, 3_000, 3_029, 3_059, 3_060].map((epoch) => stepOfCode(secret, code, epoch))
  expect(steps).toEqual([null, 100, 100, 100, 100, null])
})

test('refuses anything but six digits', () => {
  for (const code of ['', '28708', '2870822', '28708a', '２８７０８２']) expect(stepOfCode(secret, code, 59)).toBeNull()
})

test('every secret is new, and unpadded in the address', () => {
  const secret = newSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(secret)
  const uri = otpauthUri('Sunny Safe: Driving', 'nora@example.com', secret)
  expect(uri).toBe(
    `otpauth://totp/Sunny%20Safe%20Driving:nora%40example.com?secret=${secret}&issuer=Sunny%20Safe%20Driving`,
  )
})
