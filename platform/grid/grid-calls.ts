import { type Api, callApi, type Fetched } from '#platform/ui/api.ts'
import type { ActionMeta } from './grid-data.ts'

type Calls = Record<'GET' | 'PUT' | 'POST' | 'DELETE', (path: string, init?: { body: object }) => Fetched<unknown>>
/** The grid's calls are known by its declaration alone, so the typed client takes them as plain paths. */
export const plain = (api: Api): Calls => api as unknown as Calls

/** One row by the action's own call. */
export function callOn(action: ActionMeta, key: number, reason: string | null) {
  const { call, takes_key, in_query, undo } = action
  const [method, path] = call.split(' ') as ['PUT', string]
  const address = in_query ? `${path}?${takes_key}=${key}` : path
  const body = { ...(in_query ? {} : { [takes_key]: key }), ...(action.reason && { [action.reason.field]: reason }) }
  // An action that can be undone has its own message.
  return callApi((api) => plain(api)[method](address, { body }), undo ? { shows: 'refusals' } : {})
}
