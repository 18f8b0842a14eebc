export const keysPath = '/manage/authorizationKeys'
export const createPath = `${keysPath}/create`
export const assignPath = `${keysPath}/assign`

/** The codes of a batch, for the person who created it. */
export const codesPath = (batch: number) => `${keysPath}/batch/${batch}`

/** What a link on the page of keys opens in a dialog: new keys, or keys for someone else; `key` is the one that is meant. */
export type KeyAction = { action: 'create' } | { action: 'assign'; key: number | null }

/** The action of an address, or null. */
export function readKeyPath({ pathname, search }: Pick<URL, 'pathname' | 'search'>): KeyAction | null {
  if (pathname === createPath && search === '') return { action: 'create' }
  if (pathname !== assignPath) return null
  if (search === '') return { action: 'assign', key: null }
  const [, key] = /^\?key=(\d{1,9})$/.exec(search) ?? []
  return key ? { action: 'assign', key: Number(key) } : null
}
