import { pathTo } from '#platform/path-to.ts'
import type { UserDetails } from './user-details.ts'

/** Kinds of accounts as addresses name them, and the role of each. */
export const accountKinds = { student: 3, instructor: 2, administrator: 1, support: 4 } as const
export type AccountKind = keyof typeof accountKinds

/** The displayed account: the user's own at /settings, someone's in the back office, or (without an id) a new one. */
export type AccountPlace = { kind: AccountKind; user_id: number | null; own: boolean }

/** The address of an account, which opens at `tab`. */
export function accountPath({ kind, user_id, own }: AccountPlace, tab = 'general'): string {
  const options = { query: { tab: tab === 'general' ? null : tab } }
  if (own) return pathTo('/settings', options)
  return pathTo(`/manage/${kind}/:id/account`, { id: user_id ?? 'new' }, options)
}

/** The account that an address of the back office opens, with the tab it names, or null for any other address. */
export function readAccountPath({ pathname, search }: Pick<URL, 'pathname' | 'search'>) {
  const [, kind, id] = /^\/manage\/(\w+)\/(\d+|new)\/account$/.exec(pathname) ?? []
  if (!kind || !id || !Object.hasOwn(accountKinds, kind)) return null
  const place: AccountPlace = { kind: kind as AccountKind, user_id: id === 'new' ? null : Number(id), own: false }
  return { place, tab: new URLSearchParams(search).get('tab') }
}

/** The kind of an account by its lk_user_role_id. */
export const kindOf = (lk_user_role_id: number): AccountKind =>
  (Object.keys(accountKinds) as AccountKind[]).find((kind) => accountKinds[kind] === lk_user_role_id) ?? 'student'

/** The page where staff create an order for a student; null for viewers who may not. */
export const chargeLink = ({ user_id }: AccountPlace, can: UserDetails['can']): string | null =>
  can.charge.allowed && user_id !== null ? pathTo('/manage/charge/:userId', { userId: user_id }) : null

/** The staff address of an account, which 'Copy User Link' copies. */
export const userLink = ({ kind, user_id }: AccountPlace) => accountPath({ kind, user_id, own: false })
