import { type CourseTab, courseTabs } from '#modules/catalogue/authoring/tabs.shared.ts'

/** A person who has the course open, with the tab and the part that they edit, and when this expires (milliseconds). */
export type PresentUser = { user_id: number; name: string; tab: CourseTab | null; part: string; until: number }

/**
 * Intervals in milliseconds: how often an open editor announces itself, and how long an announcement lasts, so that
 * two in a row may be lost.
 */
export const announceIntervalMs = 20_000
const expiryMs = 65_000
/** Milliseconds within which someone who switches tabs of the course returns. */
const leaveGraceMs = 5_000

/** Updates the list after a hint; `mine` is the reader's id, which is not listed. */
export function applyPresenceHint(
  users: readonly PresentUser[],
  hint: Readonly<Record<string, unknown>>,
  { now, mine }: { now: number; mine: number },
): PresentUser[] {
  const { type, user_id, name } = hint
  if (typeof user_id !== 'number' || typeof name !== 'string' || user_id === mine) return removeExpired(users, now)
  const otherUsers = removeExpired(users, now).filter((user) => user.user_id !== user_id)
  if (type === 'present')
    return [...otherUsers, { user_id, name, ...editedPartOf(hint), until: now + expiryMs }].sort(byName)
  const leavingUser = users.find((user) => user.user_id === user_id)
  if (type !== 'left' || !leavingUser) return removeExpired(users, now)
  return [...otherUsers, { ...leavingUser, until: Math.min(leavingUser.until, now + leaveGraceMs) }].sort(byName)
}

const editedPartOf = ({ tab, part }: Readonly<Record<string, unknown>>): Pick<PresentUser, 'tab' | 'part'> => ({
  tab: courseTabs.find((courseTab) => courseTab === tab) ?? null,
  part: typeof part === 'string' ? part : '',
})

/** The people who are still assumed to be present. */
export const removeExpired = (users: readonly PresentUser[], now: number): PresentUser[] =>
  users.filter(({ until }) => until > now)

const byName = (a: PresentUser, b: PresentUser) => a.name.localeCompare(b.name) || a.user_id - b.user_id
