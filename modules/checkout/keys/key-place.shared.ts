export const keysPath = '/manage/authorizationKeys'
export const createPath = `${keysPath}/create`
export const assignPath = `${keysPath}/assign`

/** The codes of a batch, for the person who created it. */
export const codesPath = (batch: number) => `${keysPath}/batch/${batch}`

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
