/** Text that PostgreSQL can store: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

type Part = { value: unknown; path: string }

/** The paths of all texts and field names in a value that cannot be stored. */
export function unstorablePaths(value: unknown): string[] {
  const paths: string[] = []
  // A list instead of recursion: bodies may be nested deeper than the stack.
  const parts: Part[] = [{ value, path: '' }]
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const { value, path } = part
    if (typeof value === 'string' && !isStorable(value)) paths.push(path)
    for (const [name, inner] of entriesOf(value)) {
      const fullPath = path ? `${path}.${name}` : name
      if (isStorable(name)) parts.push({ value: inner, path: fullPath })
      else paths.push(path)
    }
  }
  return [...new Set(paths)].toReversed()
}

function entriesOf(value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.map((inner, index) => [String(index), inner])
  if (typeof value !== 'object' || value === null) return []
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null ? Object.entries(value) : []
}
