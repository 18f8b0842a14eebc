import { expect, test } from 'vitest'
import { changesOf, withoutSecrets } from './changes.ts'

test('returns only changed fields, with values before and after', () => {
  const before = { email: 'ana@example.com', city: 'Tampa', dob: '1988-04-18', phones: ['8135550147'] }
  const after = { email: 'ana@example.org', city: 'Tampa', dob: null, phones: ['8135550147'] }
  expect(changesOf(before, after as never, ['email', 'city', 'dob', 'phones'])).toEqual({
    before: { email: 'ana@example.com', dob: '1988-04-18' },
    after: { email: 'ana@example.org', dob: null },
  })
})

test('omits fields that were not requested, and is empty without changes', () => {
  expect(changesOf({ a: 1, b: 1 }, { a: 1, b: 2 }, ['a'])).toEqual({ before: {}, after: {} })
})

test('reports that a secret changed, without its values', () => {
  const before = { password_hash: 'aaa', ssn: '123-45-6789', driver_license: null, resetToken: 'x', totp_secret: 's' }
  const after = { password_hash: 'bbb', ssn: '987-65-4321', driver_license: 'D1', resetToken: 'y', totp_secret: 't' }
  const { before: previousValues, after: changedValues } = changesOf(
    before,
    after as never,
    Object.keys(before) as never,
  )
  expect(previousValues).toEqual({
    password_hash: '(withheld)',
    ssn: '(withheld)',
    driver_license: null,
    resetToken: '(withheld)',
    totp_secret: '(withheld)',
  })
  expect(Object.values(changedValues)).toEqual(Array(5).fill('(withheld)'))
})

test('withholds secrets inside records and lists, too, but not permission keys', () => {
  const entry = { user: { name: 'Ana', password: 'x' }, list: [{ token: 'y', id: 1 }], 'CHANGE_PASSWORD:UPDATE': true }
  expect(withoutSecrets({ ...entry, password_set: true })).toEqual({
    user: { name: 'Ana', password: '(withheld)' },
    list: [{ token: '(withheld)', id: 1 }],
    'CHANGE_PASSWORD:UPDATE': true,
    password_set: true,
  })
})
