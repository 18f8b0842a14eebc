import type { AnyJob } from './job.ts'

/** The jobs whose names match a pattern (`learning.*`, `checkout.send-charge`); throws if a pattern matches none. */
export function selectJobs(jobs: readonly AnyJob[], patterns: readonly string[]): AnyJob[] {
  const matchers = patterns.map((pattern) => ({ pattern, matches: matcher(pattern) }))
  for (const { pattern, matches } of matchers)
    if (!jobs.some(({ name }) => matches(name))) throw new Error(`no job matches ${pattern}`)
  return jobs.filter(({ name }) => matchers.some(({ matches }) => matches(name)))
}

function matcher(pattern: string): (name: string) => boolean {
  if (!pattern.endsWith('*')) return (name) => name === pattern
  const start = pattern.slice(0, -1)
  return (name) => name.startsWith(start)
}
