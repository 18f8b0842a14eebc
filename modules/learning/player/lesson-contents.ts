import type { Component } from '#modules/catalogue/index.ts'
import { chaptersOf, type Step } from '#modules/learning/progress/outline.ts'

/** A component in the contents of a lesson, with its state for the student. */
type Entry = {
  component_id: number
  name: string
  quiz_ind: boolean
  /** The minimum time in whole minutes; 0 if none is required. */
  minutes: number
  state: 'completed' | 'open' | 'locked'
}
type Section = { name: string; entries: readonly Entry[] }
type Chapter = { name: string; final_ind: boolean; sections: readonly Section[] }

/** The table of contents beside a lesson. */
export type LessonContents = readonly Chapter[]

export const lessonContents = (steps: readonly Step[]): LessonContents =>
  chaptersOf(steps).map(({ name, final_ind, sections }) => ({
    name,
    final_ind,
    sections: sections.map((section) => ({ name: section.name, entries: section.items.map(entryOf) })),
  }))

const entryOf = ({ component, completed, reachable }: Step): Entry => ({
  component_id: component.component_id,
  name: component.name,
  quiz_ind: component.type === 'Quiz',
  minutes: minutesOf([component]),
  state: stateOf(completed, reachable),
})

function stateOf(completed: boolean, reachable: boolean): Entry['state'] {
  if (completed) return 'completed'
  return reachable ? 'open' : 'locked'
}

const minutesOf = (components: readonly Component[]): number =>
  Math.ceil(
    components.reduce(
      (sum, component) => sum + (component.type === 'Break' ? component.data.seconds : component.required_seconds),
      0,
    ) / 60,
  )

/** The position of a component in its course. The final exam is a separate chapter, which is not counted. */
export type LessonPosition = {
  number: number
  total: number
  chapter: { number: number; total: number; completed: number; components: number }
  /** The contents of the chapter, for its first component; null for the others. */
  opens: { lessons: number; minutes: number; quiz_ind: boolean } | null
  previous: Component | null
  following: Component | null
}

/** The position of a component that is not the final exam. */
export function positionOf(steps: readonly Step[], component_id: number): LessonPosition {
  const isComponent = ({ component }: Step) => component.component_id === component_id
  const stepIndex = steps.findIndex(isComponent)
  const chapters = chaptersOf(steps).filter(({ final_ind }) => !final_ind)
  const index = chapters.findIndex(({ items }) => items.some(isComponent))
  const { items } = chapters[index]!
  return {
    number: stepIndex + 1,
    total: chapters.reduce((sum, chapter) => sum + chapter.items.length, 0),
    chapter: {
      number: index + 1,
      total: chapters.length,
      completed: items.filter(({ completed }) => completed).length,
      components: items.length,
    },
    opens: items[0] && isComponent(items[0]) ? chapterSummary(items) : null,
    previous: steps[stepIndex - 1]?.component ?? null,
    following: steps[stepIndex + 1]?.component ?? null,
  }
}

function chapterSummary(items: readonly Step[]): NonNullable<LessonPosition['opens']> {
  const components = items.map(({ component }) => component)
  return {
    lessons: components.filter(({ type }) => type === 'Content' || type === 'Media').length,
    minutes: minutesOf(components),
    quiz_ind: components.some(({ type }) => type === 'Quiz'),
  }
}
