import { pathTo } from '#platform/path-to.ts'

export const keysPath = pathTo('/manage/authorizationKeys')
export const createPath = pathTo('/manage/authorizationKeys/create')
export const assignPath = pathTo('/manage/authorizationKeys/assign')

/** The page with the codes of a batch, for its creator. */
export const batchPath = (batch_id: number) => pathTo('/manage/authorizationKeys/batch/:batch_id', { batch_id })

/** The dialog that a link on the keys page opens; `key` is the id of a single key to assign. */
export type KeyAction = { action: 'create' } | { action: 'assign'; key: number | null }

/** The action of a link's URL, or null. */
export function parseKeyAction({ pathname, search }: Pick<URL, 'pathname' | 'search'>): KeyAction | null {
  if (pathname === createPath && search === '') return { action: 'create' }
  if (pathname !== assignPath) return null
  if (search === '') return { action: 'assign', key: null }
  const [, key] = /^\?key=(\d{1,9})$/.exec(search) ?? []
  return key ? { action: 'assign', key: Number(key) } : null
}
