import { expect, test } from 'vitest'
import { decode, encode } from './wire.ts'

test.each([
  { at: new Date(0), n: [new Date(5)], s: '2020-01-01T00:00:00.000Z' },
  { $: 'date', v: 5 },
  { $: { $: 'obj', v: [new Date(1)] }, nested: { $: 1 } },
  null,
  { list: [1, 'a', null, { a: null }, new Date(Number.NaN)] },
  JSON.parse('{"__proto__":{"$":1,"x":2}}'),
])('props are unchanged after serialization (%#)', (value) => {
  expect(decode(encode(value))).toEqual(value)
})
