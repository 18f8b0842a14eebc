import { label } from '#platform/lookups.ts'
import { lk_state, states } from '#platform/states.ts'
import type { Locale } from '#platform/texts.ts'

/** The lk_state_id of an id, a postal code or a name (either language, any case), or null. */
export function findStateId(input: string | number): number | null {
  const text = String(input).trim().toLowerCase()
  const state = states.find(({ lk_state_id, code }) =>
    [String(lk_state_id), code, label(lk_state, lk_state_id, 'en-us'), label(lk_state, lk_state_id, 'es-es')].some(
      (spelling) => spelling.toLowerCase() === text,
    ),
  )
  return state?.lk_state_id ?? null
}

/** The names of states in a language. */
export const stateNames = (ids: readonly number[], locale: Locale): string[] =>
  ids.map((lk_state_id) => label(lk_state, lk_state_id, locale))
