import type { Component } from './component.schema.ts'

/** The minimum share of a course's lessons with a recording for narration to be worth its price. */
const minShare = 0.95

export type Narrated = { narrated: number; lessons: number }

/** The number of lessons of a course with a recording. Media, quizzes and breaks have none. */
export function countNarrated(components: readonly Component[]): Narrated {
  const lessons = components.flatMap(({ type, data }) => (type === 'Content' ? [data] : []))
  return {
    narrated: lessons.filter(({ audioAttachments = [] }) => audioAttachments.length > 0).length,
    lessons: lessons.length,
  }
}

export const isNarrated = ({ narrated, lessons }: Narrated): boolean => narrated > 0 && narrated >= lessons * minShare
