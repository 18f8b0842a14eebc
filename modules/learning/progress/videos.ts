import { type Component, hostedVideoAt, listMedia } from '#modules/catalogue/index.ts'

/**
 * The stored sources of the videos that a component shows, each once, in their order. What another host shows is not among
 * them: we do not learn what was watched of it, so it never has to be watched, and the publish report says so.
 */
export function videosOf(component: Component): string[] {
  if (component.type !== 'Content' && component.type !== 'Media') return []
  const cards = component.type === 'Media' ? component.data.components : []
  const all: readonly Readonly<Record<string, unknown>>[] = [...cards, ...listMedia(component.data.content)]
  const videos = all.filter(({ component: kind, src }) => kind === 'video' && !hostedVideoAt(src))
  return [...new Set(videos.flatMap(({ src }) => (typeof src === 'string' && src !== '' ? [src] : [])))]
}
