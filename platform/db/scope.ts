/**
 * The visible tenants: ids of organizations, all but the test organizations (`real`), or every one. Test organizations
 * have negative ids (`platform/test-organization.ts`).
 */
export type Scope = readonly number[] | 'real' | 'all'

/** A scope in the form of the setting `waypost.scope`: a multirange, '{[1,4),[9,10)}' for 1, 2, 3 and 9. */
export type ScopeText = string

// A site's list of organization ids stays the same object for seconds, and every statement needs its text.
const cachedTexts = new WeakMap<readonly number[], ScopeText>()

/** The same text for the same scope, in any order of ids. The list must not change afterwards. */
export function scopeText(scope: Scope): ScopeText {
  if (scope === 'all') return '{(,)}'
  if (scope === 'real') return '{[0,)}'
  const cached = cachedTexts.get(scope)
  if (cached) return cached
  const text = write(scope)
  cachedTexts.set(scope, text)
  return text
}

function write(ids: readonly number[]): ScopeText {
  const runs: [from: number, to: number][] = []
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run?.[1] === id) run[1] = id + 1
    else runs.push([id, id + 1])
  }
  return `{${runs.map(([from, to]) => `[${from},${to})`).join(',')}}`
}
