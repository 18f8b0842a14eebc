/**
 * Lists `dependencies` of package.json that the dependencies page does not mention; `@scope/*` covers a whole scope.
 */
export function checkDependencies(packageJson: string, page: string): string[] {
  const { dependencies } = JSON.parse(packageJson) as { dependencies: Record<string, string> }
  const documented = new Set(page.match(/@?[\w./-]+(?:\*)?/g))
  return Object.keys(dependencies)
    .filter((name) => !documented.has(name) && !documented.has(`${name.split('/')[0]}/*`))
    .map((name) => `${name} is not in docs/dependencies.md: say what it is for`)
}
