import { type AccountPlace, type AccountTab, accountPath, accountTabs } from './account-place.shared.ts'
import { shownName } from './shown-name.shared.ts'
import type { Allowed, UserDetails } from './user-details.ts'

/** The right without which a tab shows nothing. */
const rights: Partial<Record<AccountTab, keyof UserDetails['can']>> = {
  payments: 'readPayments',
  documents: 'readDocuments',
  notes: 'readNotes',
  events: 'readEvents',
  permissions: 'readPermissions',
}

/** Tabs that only make sense for people who take courses. */
const forStudents: readonly AccountTab[] = ['courses', 'certificates']

/** Whether a tab may be read; a person who does not exist yet has nothing to read. */
export function mayRead(tab: AccountTab, can: UserDetails['can'] | null): Allowed {
  const right = rights[tab]
  return (right && can?.[right]) ?? { allowed: true, reason: null }
}

/**
 * The tabs of an account. Staff see those that they may not read, with the reason; the person alone is not bothered
 * with what is not theirs.
 */
export function tabsOf({ kind, own }: AccountPlace, can: UserDetails['can'] | null): AccountTab[] {
  return accountTabs.filter((tab) => {
    if (kind !== 'student' && forStudents.includes(tab)) return false
    if (kind === 'student' && tab === 'permissions') return false
    return !own || mayRead(tab, can).allowed
  })
}

/** Where staff write an order for a student; null for whoever may not. */
export const chargeLink = ({ user_id }: AccountPlace, can: UserDetails['can']): string | null =>
  can.charge.allowed ? `/manage/charge/${user_id}` : null

/** Whom emails of the account go to. */
export function recipientOf({ data: { user } }: Pick<UserDetails, 'data'>) {
  const { email, loginid } = user
  return { name: shownName(user), email, loginid }
}

/** The address that staff open an account by; also what 'Copy User Link' copies. */
export const userLink = ({ kind, user_id }: AccountPlace) => accountPath({ kind, user_id, own: false })
