import { type AccountPlace, kindOf } from '#modules/identity/account/account-place.shared.ts'
import { fetchUser } from '#modules/identity/profile/fetch-user.ts'
import { manifests } from '#modules/manifests.ts'
import type { Ctx } from '#platform/ctx.ts'
import { holds, type PermissionKey, userOf } from '#platform/permissions.ts'
import type { AccountTab, Read, UserDetails } from './account-tab.ts'
import { mayRead, tabNamed } from './account-tabs.ts'

type TabIsland = Awaited<ReturnType<AccountTab['island']>>['default']

/** The account page's data: the person, the selected tab, and its loaded data. */
export type AccountShown = {
  place: AccountPlace
  details: UserDetails | null
  tab: AccountTab
  Island: TabIsland
  first: unknown
}

/** Loads one's own account at a tab. */
export const loadOwnAccount = (ctx: Ctx, tab: string | undefined): Promise<AccountShown> =>
  load(ctx, userOf(ctx).user_id, true, tab)

/** Loads someone's account in the back office; the address may name a different kind than the person's. */
export const loadAccount = (ctx: Ctx, user_id: number, tab: string | undefined): Promise<AccountShown> =>
  load(ctx, user_id, false, tab)

async function load(ctx: Ctx, user_id: number, isOwn: boolean, tabName: string | undefined): Promise<AccountShown> {
  const details = await fetchUser.run(ctx, { id: user_id })
  const tab = tabNamed(tabName)
  const { default: Island } = await ((isOwn && tab.own) || tab.island)()
  const allowed = mayRead(tab, details.can).allowed
  const first = allowed ? ((await tab.load?.({ user_id, own: isOwn, read: readerOf(ctx) })) ?? null) : null
  return {
    place: { kind: kindOf(details.data.user.lk_user_role_id), user_id, own: isOwn },
    details,
    tab,
    Island,
    first,
  }
}

const createKeys: Record<AccountPlace['kind'], PermissionKey> = {
  student: 'MANAGE_STUDENTS:CREATE',
  instructor: 'MANAGE_INSTRUCTORS:CREATE',
  administrator: 'MANAGE_ADMIN:CREATE',
  support: 'MANAGE_INSTRUCTORS:CREATE',
}

/** The form for a new person, for staff who may create one of the kind. */
export async function newAccount(
  ctx: Ctx,
  place: AccountPlace,
  tabName: string | undefined,
): Promise<AccountShown | null> {
  if (!holds(ctx.actor, createKeys[place.kind])) return null
  const tab = tabNamed(tabName)
  const { default: Island } = await tab.island()
  return { place, details: null, tab, Island, first: null }
}

const reads = new Map(
  manifests
    .flatMap(({ operations }) => operations)
    .filter(({ method }) => method === 'GET')
    .map((operation) => [operation.path, operation]),
)

/**
 * Runs the operation behind a call without a separate request. The OpenAPI document that types the call is generated
 * from the operations.
 */
const readerOf =
  (ctx: Ctx): Read =>
  (path, query) =>
    reads.get(path)!.run(ctx, query as Record<string, unknown>) as Promise<never>
