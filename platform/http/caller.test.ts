import { expect, it } from 'vitest'
import { addressBlock } from './caller.ts'

it('counts an IPv4 address, or an IPv6 /64, as one caller', () => {
  expect(addressBlock('203.0.113.9')).toBe('203.0.113.9')
  expect(addressBlock('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(addressBlock('2001:DB8:5:6:7:8:9:a')).toBe('2001:db8:5:6::/64')
  expect(addressBlock('2001:db8:5:6::1')).toBe('2001:db8:5:6::/64')
  expect(addressBlock('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(addressBlock('::1')).toBe('0:0:0:0::/64')
  expect(addressBlock('')).toBe('')
})
