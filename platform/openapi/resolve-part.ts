/** Resolves a reference to a part under `components`; returns any other part unchanged. */
export function resolvePart<T extends object>(document: { components?: unknown }, part: T): T {
  const reference = (part as { $ref?: unknown }).$ref
  if (typeof reference !== 'string') return part
  const [, kind, name] = /^#\/components\/(\w+)\/(\w+)$/.exec(reference) ?? []
  const member = (document.components as Record<string, Record<string, T>> | undefined)?.[kind ?? '']?.[name ?? '']
  if (!member) throw new Error(`${reference} is not in the document`)
  return member
}
