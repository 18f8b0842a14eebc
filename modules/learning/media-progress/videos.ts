import { type Component, listMedia } from '../../catalogue/index.ts'

/** The stored sources of the videos that a component shows, each once, in their order. */
export function videosOf(component: Component): string[] {
  if (component.type !== 'Content' && component.type !== 'Media') return []
  const cards = component.type === 'Media' ? component.data.components : []
  const all: readonly Readonly<Record<string, unknown>>[] = [...cards, ...listMedia(component.data.content)]
  const videos = all.filter((card) => card.component === 'video')
  return [...new Set(videos.flatMap(({ src }) => (typeof src === 'string' && src !== '' ? [src] : [])))]
}
