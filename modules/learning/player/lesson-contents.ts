import { chaptersOf, type Step } from '#modules/learning/progress/outline.ts'

/** A component in the contents of a lesson, with its state for the student. */
type Entry = { component_id: number; name: string; quiz_ind: boolean; state: 'completed' | 'open' | 'locked' }
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
  state: completed ? 'completed' : reachable ? 'open' : 'locked',
})
