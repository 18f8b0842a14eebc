import { expect, test } from 'vitest'
import { accountPath, readAccountPath } from './account-place.shared.ts'

test('an address opens the account and tab it names, and other addresses open none', () => {
  const read = (path: string) => readAccountPath(new URL(path, 'http://site.invalid'))
  const place = { kind: 'student', user_id: 5, own: false } as const
  expect(read(accountPath(place, 'notes'))).toEqual({ place, tab: 'notes' })
  expect(read('/manage/instructor/new/account')?.place.user_id).toBeNull()
  for (const other of [
    '/manage/students',
    '/manage/student/5',
    '/manage/robot/5/account',
    '/manage/toString/5/account',
  ])
    expect(read(other)).toBeNull()
})
