import { type Component, hostedVideoAt, listMedia } from '#modules/catalogue/index.ts'

/**
 * A component's stored video sources, each once, in order. Videos on other hosts are left out: we can't track how much
 * was watched, so they are never required, as the publish report states.
 */
export function videosOf(component: Component): string[] {
  if (component.type !== 'Content' && component.type !== 'Media') return []
  const cards = component.type === 'Media' ? component.data.components : []
  const all: readonly Readonly<Record<string, unknown>>[] = [...cards, ...listMedia(component.data.content)]
  const videos = all.filter(({ component: kind, src }) => kind === 'video' && !hostedVideoAt(src))
  return [...new Set(videos.flatMap(({ src }) => (typeof src === 'string' && src !== '' ? [src] : [])))]
}
