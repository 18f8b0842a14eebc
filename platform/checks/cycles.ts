import type { Source } from './source.ts'

/** Finds import cycles, type imports included; each is listed as its files. */
export function checkCycles(sources: readonly Source[]): string[] {
  const graph = new Map(sources.map(({ path, imports }) => [path, imports.map(({ target }) => target)]))
  const state = new Map<string, 'open' | 'done'>()
  const findings: string[] = []
  const visit = (path: string, ancestors: string[]) => {
    if (state.get(path) === 'done' || !graph.has(path)) return
    if (state.get(path) === 'open') {
      findings.push(`a cycle: ${[...ancestors.slice(ancestors.indexOf(path)), path].join(' -> ')}`)
      return
    }
    state.set(path, 'open')
    for (const target of graph.get(path)!) visit(target, [...ancestors, path])
    state.set(path, 'done')
  }
  for (const path of graph.keys()) visit(path, [])
  return findings
}
