/** Kinds of accounts as addresses name them, and the role of each. */
export const accountKinds = { student: 3, instructor: 2, administrator: 1, support: 4 } as const
export type AccountKind = keyof typeof accountKinds

/** What the form of a new one is called, by the keys of `accountWords`. */
export const newTitles = {
  student: 'newStudent',
  instructor: 'newInstructor',
  administrator: 'newAdministrator',
  support: 'newSupport',
} as const

export const accountTabs = [
  'general',
  'security',
  'two-factor',
  'linked',
  'billing',
  'payments',
  'courses',
  'certificates',
  'documents',
  'notes',
  'events',
  'tickets',
  'permissions',
] as const
export type AccountTab = (typeof accountTabs)[number]

/** Whose account is shown: one's own at /settings, somebody's in the back office, or (without an id) a new one. */
export type AccountPlace = { kind: AccountKind; user_id: number | null; own: boolean }

export const isAccountTab = (text: string | null | undefined): text is AccountTab =>
  (accountTabs as readonly string[]).includes(text ?? '')

/** The address of an account, which opens at `tab`. */
export function accountPath({ kind, user_id, own }: AccountPlace, tab: AccountTab = 'general'): string {
  const path = own ? '/settings' : `/manage/${kind}/${user_id ?? 'new'}/account`
  return tab === 'general' ? path : `${path}?tab=${tab}`
}

/** The account that an address of the back office opens, or null for any other address. */
export function readAccountPath({ pathname, search }: Pick<URL, 'pathname' | 'search'>) {
  const [, kind, id] = /^\/manage\/(\w+)\/(\d+|new)\/account$/.exec(pathname) ?? []
  if (!kind || !id || !Object.hasOwn(accountKinds, kind)) return null
  const wanted = new URLSearchParams(search).get('tab')
  const place: AccountPlace = { kind: kind as AccountKind, user_id: id === 'new' ? null : Number(id), own: false }
  return { place, tab: isAccountTab(wanted) ? wanted : ('general' as const) }
}

/** The kind of an account by its lk_user_role_id. */
export const kindOf = (lk_user_role_id: number): AccountKind =>
  (Object.keys(accountKinds) as AccountKind[]).find((kind) => accountKinds[kind] === lk_user_role_id) ?? 'student'
