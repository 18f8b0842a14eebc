import { type Component, listInlineQuizzes, type Medium, sourcesOf } from '#modules/catalogue/index.ts'
import { videosOf } from '#modules/learning/progress/videos.ts'

/**
 * The files of the next component, for the browser to prefetch. The page itself is never prefetched, because opening it
 * starts its timer.
 */
export type Prefetch = {
  kind: 'lesson' | 'break' | 'quiz'
  /** Addresses of pictures and captions; empty for a quiz, whose questions stay secret until it starts. */
  files: string[]
  /** Whether it has videos that must be watched to the end, and quizzes within its text. */
  videos: boolean
  quizzes: boolean
}

/** Limits of the data that a phone prefetches for a lesson that the student may never open. */
const maxPrefetch = { files: 8, bytes: 1_500_000 }

type LessonMedia = { media: ReadonlyMap<string, Medium>; watchAll: boolean }

export function prefetchOf(component: Component, { media, watchAll }: LessonMedia): Prefetch {
  if (component.type === 'Quiz') return { kind: 'quiz', files: [], videos: false, quizzes: false }
  if (component.type === 'Break') return { kind: 'break', files: [], videos: false, quizzes: false }
  return {
    kind: 'lesson',
    files: filesOf(component, media),
    videos: watchAll && videosOf(component).length > 0,
    quizzes: listInlineQuizzes(component.data.content).length > 0,
  }
}

/** Pictures, and the captions and preview pictures of videos, in reading order. */
function filesOf(component: Component, media: ReadonlyMap<string, Medium>): string[] {
  const files: string[] = []
  let bytes = 0
  for (const source of sourcesOf(component)) {
    const medium = media.get(source)
    if (!medium) continue
    const isPicture = medium.content_type.startsWith('image/')
    if (isPicture && bytes + medium.size_bytes > maxPrefetch.bytes) continue
    if (isPicture) bytes += medium.size_bytes
    files.push(...(isPicture ? [medium.url] : companionsOf(medium)))
  }
  return [...new Set(files)].slice(0, maxPrefetch.files)
}

const companionsOf = ({ captions = [], poster }: Medium): string[] => [
  ...(poster ? [poster] : []),
  ...captions.map(({ url }) => url),
]
