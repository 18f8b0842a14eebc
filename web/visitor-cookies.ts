/** Cookies that say nothing about a person. With any other cookie, a page is rendered for its visitor. */
const plainCookies: ReadonlySet<string> = new Set(['locale', 'theme'])

/** Whether a Cookie header says nothing about a person. */
export function isVisitor(header: string | undefined): boolean {
  const names = (header ?? '').split(';').map((pair) => pair.split('=')[0]!.trim())
  return names.every((name) => name === '' || plainCookies.has(name))
}
