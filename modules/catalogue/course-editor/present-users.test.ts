import { expect, test } from 'vitest'
import { applyPresenceHint, type PresentUser, removeExpired } from './present-users.shared.ts'

const ownUserId = 1
const hearFrom = (
  users: readonly PresentUser[],
  type: string,
  user_id: number,
  now: number,
  name = `User ${user_id}`,
) => applyPresenceHint(users, { type, user_id, name }, { now, mine: ownUserId })
const names = (users: readonly PresentUser[]) => users.map(({ name }) => name)

test('lists the other editors once each by name, without the reader', () => {
  let users = hearFrom([], 'present', 3, 0, 'Zoe')
  users = hearFrom(users, 'present', 2, 0, 'Ann')
  users = hearFrom(users, 'present', 3, 10, 'Zoe')
  users = hearFrom(users, 'present', ownUserId, 20, 'Me')
  expect(names(users)).toEqual(['Ann', 'Zoe'])
})

test('removes someone silent for a minute, or shortly after they leave, unless they return', () => {
  const users = hearFrom(hearFrom([], 'present', 2, 0), 'present', 3, 0)
  expect(names(removeExpired(users, 60_000))).toHaveLength(2)
  expect(removeExpired(users, 70_000)).toEqual([])
  const leavingPresentUsers = hearFrom(users, 'left', 2, 1_000)
  expect(names(removeExpired(leavingPresentUsers, 2_000))).toHaveLength(2)
  expect(names(removeExpired(leavingPresentUsers, 7_000))).toEqual(['User 3'])
  expect(names(removeExpired(hearFrom(leavingPresentUsers, 'present', 2, 3_000), 7_000))).toHaveLength(2)
  expect(hearFrom([], 'left', 9, 0)).toEqual([])
})

test('shows what each of them edits, and nothing for an unknown tab', () => {
  const positionOf = (tab: unknown, part: unknown) =>
    applyPresenceHint([], { type: 'present', user_id: 2, name: 'Ann', tab, part }, { now: 0, mine: ownUserId })[0]
  expect(positionOf('outline', 'Black ice')).toMatchObject({ tab: 'outline', part: 'Black ice' })
  expect(positionOf('faq', null)).toMatchObject({ tab: 'faq', part: '' })
  expect(positionOf('elsewhere', 7)).toMatchObject({ tab: null, part: '' })
})

test('other kinds of messages change nothing', () => {
  const users = hearFrom([], 'present', 2, 0)
  expect(applyPresenceHint(users, { type: 'present', user_id: '2', name: 'x' }, { now: 1, mine: ownUserId })).toEqual(
    users,
  )
  expect(applyPresenceHint(users, { type: 'saved', user_id: 2, name: 'x' }, { now: 1, mine: ownUserId })).toEqual(users)
})
