import type { Component } from '../../catalogue/index.ts'
import { chaptersOf, type Step } from './outline.ts'

/** A component in the contents of a lesson; `at` is its place in the course, from 0. */
type Entry = { at: number; component_id: number; name: string; quiz_ind: boolean }
type Section = { name: string; entries: readonly Entry[] }
type Chapter = { name: string; final_ind: boolean; sections: readonly Section[] }

/** What the contents beside a lesson show: the outline, alike for every student, and how each component stands. */
export type LessonContents = {
  outline: readonly Chapter[]
  /** By the component's place in the course. */
  states: readonly ('completed' | 'open' | 'locked')[]
}

/** `steps` are those of `components`, which stay the same list while the version is kept. */
export const lessonContents = (components: readonly Component[], steps: readonly Step[]): LessonContents => ({
  outline: outlineOf(components),
  states: steps.map(({ completed, reachable }) => (completed ? 'completed' : reachable ? 'open' : 'locked')),
})

const outlines = new WeakMap<readonly Component[], LessonContents['outline']>()

function outlineOf(components: readonly Component[]): LessonContents['outline'] {
  const known = outlines.get(components)
  if (known) return known
  const placed = components.map((component, at) => ({ component, at }))
  const outline = chaptersOf(placed).map(({ name, final_ind, sections }) => ({
    name,
    final_ind,
    sections: sections.map((section) => ({ name: section.name, entries: section.items.map(entryOf) })),
  }))
  outlines.set(components, outline)
  return outline
}

const entryOf = ({ component, at }: { component: Component; at: number }): Entry => ({
  at,
  component_id: component.component_id,
  name: component.name,
  quiz_ind: component.type === 'Quiz',
})
