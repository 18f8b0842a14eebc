import { eventHistory, fetchCoursesByUserId, getEntityNotes } from '../../../modules/backoffice/index.ts'
import { fetchDocuments } from '../../../modules/catalogue/index.ts'
import { fetchTransactions } from '../../../modules/checkout/index.ts'
import {
  type AccountPlace,
  type AccountTab,
  isAccountTab,
  kindOf,
} from '../../../modules/identity/account/account-place.shared.ts'
import { mayRead } from '../../../modules/identity/account/account-tabs.shared.ts'
import type { EventList } from '../../../modules/identity/account/events.shared.ts'
import {
  fetchAccountsLinkedTo,
  fetchFactors,
  fetchLinkedUsers,
  fetchSessions,
  fetchSocialAccounts,
  fetchUser,
} from '../../../modules/identity/index.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { holds, type PermissionKey, userOf } from '../../../platform/permissions.ts'

export type UserDetails = Awaited<ReturnType<typeof fetchUser.run>>

/** What the page of an account shows: whose it is, and what the chosen tab needs. */
export type AccountShown = { place: AccountPlace; details: UserDetails | null; shown: TabShown }

/** A tab with what the server has read for it; null where there is nothing to read, or it must not be read. */
export type TabShown = Awaited<ReturnType<typeof loadTab>>

/** The own account, opened at a tab. */
export async function loadOwnAccount(ctx: Ctx, tab: string | undefined): Promise<AccountShown> {
  const { user_id } = userOf(ctx)
  const details = await fetchUser.run(ctx, { id: user_id })
  const place: AccountPlace = { kind: kindOf(details.data.user.lk_user_role_id), user_id, own: true }
  return { place, details, shown: await loadTab(ctx, tabOf(tab), user_id, details) }
}

/** Somebody's account in the back office; its address may name another kind than the person is of. */
export async function loadAccount(ctx: Ctx, user_id: number, tab: string | undefined): Promise<AccountShown> {
  const details = await fetchUser.run(ctx, { id: user_id })
  const place: AccountPlace = { kind: kindOf(details.data.user.lk_user_role_id), user_id, own: false }
  return { place, details, shown: await loadTab(ctx, tabOf(tab), user_id, details) }
}

const createKeys: Record<AccountPlace['kind'], PermissionKey> = {
  student: 'MANAGE_STUDENTS:CREATE',
  instructor: 'MANAGE_INSTRUCTORS:CREATE',
  administrator: 'MANAGE_ADMIN:CREATE',
  support: 'MANAGE_INSTRUCTORS:CREATE',
}

/** The form of a new person, for those who may create one of the kind. */
export function newAccount(ctx: Ctx, place: AccountPlace, tab: string | undefined): AccountShown | null {
  if (!holds(ctx.actor, createKeys[place.kind])) return null
  return { place, details: null, shown: { tab: tabOf(tab), first: null } }
}

const tabOf = (wanted: string | undefined): AccountTab => (isAccountTab(wanted) ? wanted : 'general')

async function loadTab(ctx: Ctx, tab: AccountTab, user_id: number, { can }: UserDetails) {
  if (!mayRead(tab, can).allowed) return { tab, first: null } as const
  switch (tab) {
    case 'security':
      return { tab, first: isOwn(ctx, user_id) ? await loadSecurity(ctx) : null } as const
    case 'two-factor':
      return { tab, first: await fetchFactors.run(ctx, { user_id }) } as const
    case 'linked':
      return { tab, first: await loadLinked(ctx, user_id) } as const
    case 'payments':
      return { tab, first: await fetchTransactions.run(ctx, { userId: String(user_id) }) } as const
    case 'courses':
    case 'certificates':
      return { tab, first: await fetchCoursesByUserId.run(ctx, { user_id, includeCertificates: true }) } as const
    case 'documents':
      return { tab, first: await fetchDocuments.run(ctx, { user_id }) } as const
    case 'notes':
      return { tab, first: await getEntityNotes.run(ctx, { lk_entity_type_id: 1, entity_id: user_id }) } as const
    case 'events':
      return { tab, first: await loadEvents(ctx, user_id) } as const
    default:
      return { tab, first: null } as const
  }
}

const isOwn = (ctx: Ctx, user_id: number) => userOf(ctx).user_id === user_id

async function loadSecurity(ctx: Ctx) {
  const [social, sessions] = await Promise.all([fetchSocialAccounts.run(ctx, {}), fetchSessions.run(ctx, {})])
  return { social, sessions }
}

async function loadLinked(ctx: Ctx, user_id: number) {
  const [to, from] = await Promise.all([
    fetchLinkedUsers.run(ctx, { user_id }),
    fetchAccountsLinkedTo.run(ctx, { user_id }),
  ])
  return { to, from }
}

/** A grid's rows are typed by its declaration at run time only. */
const loadEvents = async (ctx: Ctx, user_id: number) =>
  (await eventHistory.operations[0].run(ctx, { user_id, limit: 20 })) as EventList
