import { join, relative } from 'node:path'
import type { CallExpression, Node, TaggedTemplateExpression } from 'typescript/unstable/ast'
import { SyntaxKind } from 'typescript/unstable/ast'
import { isCallExpression, isIdentifier, isPropertyAccessExpression } from 'typescript/unstable/ast/is'
import { API, type Checker, type Project } from 'typescript/unstable/sync'
import { isTest } from '#platform/checks/source.ts'

const root = join(import.meta.dirname, '../../..')

/** The sources as the compiler sees them: every tagged template, and each function's calls by its name. */
export type Sources = {
  readonly project: Project
  readonly checker: Checker
  readonly templates: readonly TaggedTemplateExpression[]
  readonly calls: ReadonlyMap<string, readonly CallExpression[]>
  /** A node's file, relative to the project's root, and its line. */
  place(node: Node): string
  close(): void
}

/** Opens the shipped sources, and other files by path, in the compiler's own process; `close` ends it. */
export function openSources(others: readonly string[] = []): Sources {
  const api = new API({ cwd: root })
  const project = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects()[0]!
  const templates: TaggedTemplateExpression[] = []
  const calls = new Map<string, CallExpression[]>()
  const visit = (node: Node): void => {
    if (node.kind === SyntaxKind.TaggedTemplateExpression) templates.push(node as TaggedTemplateExpression)
    const callee = isCallExpression(node) ? node.expression : undefined
    const name = callee && (isIdentifier(callee) ? callee.text : isPropertyAccessExpression(callee) && callee.name.text)
    if (name) calls.set(name, [...(calls.get(name) ?? []), node as CallExpression])
    node.forEachChild(visit)
  }
  for (const file of project.program.getSourceFileNames()) {
    const path = relative(root, file)
    const isShipped = /^(?:modules|platform|web|jobs)\//.test(path) && !isTest({ path, text: '', imports: [] })
    if (!isShipped && !others.includes(path)) continue
    const source = project.program.getSourceFile(file)
    if (source) visit(source)
  }
  const place = (node: Node) => {
    const source = node.getSourceFile()
    return `${relative(root, source.fileName)}:${source.text.slice(0, node.getStart()).split('\n').length}`
  }
  return { project, checker: project.checker, templates, calls, place, close: () => api.close() }
}
