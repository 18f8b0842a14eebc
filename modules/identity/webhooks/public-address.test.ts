import { expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'
import { refusedAddresses } from './refused-addresses.fixture.ts'

it.each(refusedAddresses)('refuses %s', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it.each([
  '1.1.1.1',
  '8.8.8.8',
  '172.15.0.1',
  '172.32.0.1',
  '100.63.255.255',
  '223.255.255.254',
  '2606:4700::1111',
  '2a00:1450:4001:81b::200e',
  '2001:4860:4860::8888',
])('accepts %s', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})
