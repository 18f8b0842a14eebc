import { expect, it } from 'vitest'
import { acceptedEncoding } from './encoding.ts'

it.each([
  [undefined, null],
  ['', null],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZIP;Q=1.0', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['*;q=0', null],
  ['identity, gzip;q=0.5', null],
  ['gzip;q=2, br;q=high', null],
  ['gzip;q=, br;q=0.1', 'br'],
  ['zstd, compress', null],
])('selects from %j the encoding %j', (header, expected) => {
  expect(acceptedEncoding(header, ['br', 'gzip'])).toBe(expected)
})

it('selects only available encodings', () => {
  expect(acceptedEncoding('br, gzip;q=0.2', ['gzip'])).toBe('gzip')
  expect(acceptedEncoding('br, gzip', [])).toBeNull()
})
