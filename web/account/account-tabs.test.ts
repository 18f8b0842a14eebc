import { expect, test } from 'vitest'
import type { AccountPlace } from '#modules/identity/account/account-place.shared.ts'
import { canAll } from '#modules/identity/account/user-details.fixture.ts'
import type { UserDetails } from './account-tab.ts'
import { mayRead, tabNamed, tabsOf } from './account-tabs.ts'

const namesOf = (place: AccountPlace, can: UserDetails['can']) => tabsOf(place, can).map(({ tab }) => tab)

test('students see their own tabs; staff see inaccessible ones, too, with the reason', () => {
  const none = { allowed: false, reason: 'No.' }
  const student = { ...canAll, readNotes: none, readEvents: none, readPermissions: none }
  const account = { kind: 'student', user_id: 5, own: true } as const
  expect(namesOf(account, student)).toEqual([
    'general',
    'security',
    'two-factor',
    'linked',
    'billing',
    'payments',
    'courses',
    'certificates',
    'license',
    'documents',
    'tickets',
  ])
  const staff = { ...canAll, readPayments: none }
  expect(namesOf({ ...account, own: false }, staff)).toEqual(expect.arrayContaining(['dashboard', 'cart', 'payments']))
  expect(mayRead(tabNamed('payments'), staff)).toEqual(none)
  expect(namesOf({ kind: 'instructor', user_id: 6, own: false }, canAll)).toContain('permissions')
})

test('an address without a known tab opens the first one', () => {
  expect(tabNamed('notes').tab).toBe('notes')
  for (const name of [null, undefined, 'nonsense', 'toString']) expect(tabNamed(name).tab).toBe('general')
})
