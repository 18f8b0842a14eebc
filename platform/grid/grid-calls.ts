import { type Api, callApi, type FetchResult } from '#platform/ui/api.ts'
import type { ActionMeta } from './grid-data.ts'

type Calls = Record<'GET' | 'PUT' | 'POST' | 'DELETE', (path: string, init?: { body: object }) => FetchResult<unknown>>
/** The grid's calls are known by its declaration alone, so the typed client takes them as plain paths. */
export const untypedCalls = (api: Api): Calls => api as unknown as Calls

/** One row by the action's own call. */
export function callRowAction(action: ActionMeta, key: number, reason: string | null) {
  const { call, takes_key, in_query, undo } = action
  const [method, path] = call.split(' ') as ['PUT', string]
  const address = in_query ? `${path}?${takes_key}=${key}` : path
  const body = { ...(in_query ? {} : { [takes_key]: key }), ...(action.reason && { [action.reason.field]: reason }) }
  // An action that can be undone has its own message.
  return callApi((api) => untypedCalls(api)[method](address, { body }), undo ? { shows: 'refusals' } : {})
}

/** The maximum number of rows of one call (`bulk.ts`). */
const maxRows = 100
export type BulkOptions = { reason?: string | null; undo?: boolean }
type BulkResult = { done: number[]; refused: { message: string }[]; message?: string }

/**
 * Several rows by the list's bulk call: one call per hundred rows, in sequence; a refused call is shown and ends it.
 * Returns the rows that were done, why the first refused row was refused, and the message of a single call; null as the
 * message after several calls, or none that succeeded.
 */
export async function callBulkAction(
  path: string,
  action: string,
  ids: readonly number[],
  { reason, undo }: BulkOptions,
) {
  const results: BulkResult[] = []
  for (let from = 0; from < ids.length; from += maxRows) {
    const rows = ids.slice(from, from + maxRows)
    const body = { action, ids: rows, ...(reason && { reason }), ...(undo && { undo }) }
    const response = await callApi((api) => untypedCalls(api).POST(path, { body }), { shows: 'refusals' })
    if (!response.ok) break
    // The response of every bulk call, by the declaration of the list.
    results.push(response.data as BulkResult)
  }
  return {
    done: results.flatMap(({ done }) => done),
    refusal: results.flatMap(({ refused }) => refused)[0]?.message ?? '',
    message: ids.length <= maxRows && results[0] ? (results[0].message ?? '') : null,
  }
}
