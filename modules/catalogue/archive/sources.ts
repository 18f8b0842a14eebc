/** The fields of a component with file addresses: of cards, their captions, and narration. */
const addressFields: ReadonlySet<string> = new Set(['src', 'url'])
const listField = 'audioAttachments'

/** The addresses of all files in a component. */
export function sourcesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(sourcesIn)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) => {
    if (addressFields.has(name) && typeof inner === 'string') return [inner]
    if (name === listField && Array.isArray(inner)) return inner.filter((item) => typeof item === 'string')
    return sourcesIn(inner)
  })
}

/**
 * The component with mapped addresses. A file's number is left out, because it is part of its address. Captions without
 * an address are left out, because a video's captions belong to the video itself.
 */
export function mapSources(value: unknown, pathOf: (source: string) => string | undefined): unknown {
  if (Array.isArray(value)) return value.map((inner) => mapSources(inner, pathOf))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
      if (name === 'attachment_id') return []
      if (addressFields.has(name) && typeof inner === 'string') return [[name, pathOf(inner) ?? inner]]
      if (name === listField && Array.isArray(inner))
        return [[name, inner.map((item) => (typeof item === 'string' ? (pathOf(item) ?? item) : item))]]
      if (name === 'relatedMedia' && Array.isArray(inner))
        return [[name, (inner as { url?: unknown }[]).flatMap((captions) => captionsAt(captions, pathOf))]]
      return [[name, mapSources(inner, pathOf)]]
    }),
  )
}

function captionsAt(captions: { url?: unknown }, pathOf: (source: string) => string | undefined): unknown[] {
  const path = typeof captions.url === 'string' ? pathOf(captions.url) : undefined
  return path === undefined ? [] : [{ ...captions, url: path }]
}
