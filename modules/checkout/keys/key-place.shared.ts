import { pathTo } from '#platform/path-to.ts'

export const keysPath = pathTo('/manage/authorizationKeys')
export const createPath = pathTo('/manage/authorizationKeys/create')
export const assignPath = pathTo('/manage/authorizationKeys/assign')

/** The codes of a batch, for the person who created it. */
export const codesPath = (batch_id: number) => pathTo('/manage/authorizationKeys/batch/:batch_id', { batch_id })

/** The dialog of a link on the keys page: new keys, or assigning keys; `key` is a single one. */
export type KeyAction = { action: 'create' } | { action: 'assign'; key: number | null }

/** The action of an address, or null. */
export function readKeyPath({ pathname, search }: Pick<URL, 'pathname' | 'search'>): KeyAction | null {
  if (pathname === createPath && search === '') return { action: 'create' }
  if (pathname !== assignPath) return null
  if (search === '') return { action: 'assign', key: null }
  const [, key] = /^\?key=(\d{1,9})$/.exec(search) ?? []
  return key ? { action: 'assign', key: Number(key) } : null
}
