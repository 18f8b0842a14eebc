import type { Source } from './source.ts'

/** Import cycles that remain when the types are gone: each as the files on it. */
export function checkCycles(sources: readonly Source[]): string[] {
  const graph = new Map(
    sources.map(({ path, imports }) => [path, imports.filter(({ typeOnly }) => !typeOnly).map(({ target }) => target)]),
  )
  const state = new Map<string, 'open' | 'done'>()
  const found: string[] = []
  const visit = (path: string, auditLog: string[]) => {
    if (state.get(path) === 'done' || !graph.has(path)) return
    if (state.get(path) === 'open') {
      found.push(`a cycle: ${[...auditLog.slice(auditLog.indexOf(path)), path].join(' -> ')}`)
      return
    }
    state.set(path, 'open')
    for (const target of graph.get(path)!) visit(target, [...auditLog, path])
    state.set(path, 'done')
  }
  for (const path of graph.keys()) visit(path, [])
  return found
}
