import type { Component } from '#modules/catalogue/index.ts'
import type { Progress } from './progress.sql.ts'

/** A component with its state for one student. */
export type Step = {
  component: Component
  progress: Progress | null
  completed: boolean
  /** Whether it may be opened: it is complete, or everything before it is. */
  reachable: boolean
  /** Whole seconds credited; for a break the time since it started, up to its length. */
  time_spent: number
}

/** The outline for one student: the only order in which a course can be taken. */
export function stepsOf(components: readonly Component[], progress: readonly Progress[]): Step[] {
  const byComponent = new Map(progress.map((row) => [row.component_id, row]))
  let isReachable = true
  return components.map((component) => {
    const row = byComponent.get(component.component_id) ?? null
    const completed = row !== null && (row.completed_ind || row.advanced_ind)
    const step = {
      component,
      progress: row,
      completed,
      reachable: isReachable || completed,
      time_spent: spentSeconds(component, row),
    }
    isReachable = isReachable && completed
    return step
  })
}

/** The outline with one progress row replaced, without reading everything again. */
export function stepsWith(steps: readonly Step[], changedProgress: Progress): Step[] {
  const otherRows = steps.flatMap(({ progress }) =>
    progress && progress.student_progress_id !== changedProgress.student_progress_id ? [progress] : [],
  )
  return stepsOf(
    steps.map(({ component }) => component),
    [...otherRows, changedProgress],
  )
}

function spentSeconds(component: Component, progress: Progress | null): number {
  if (component.type === 'Break') return breakSeconds(component, progress?.break_ms ?? 0)
  return Math.floor((progress?.spent_ms ?? 0) / 1000)
}

/** The time that a break adds to the course this long after its start: up to its length, as its timer requires. */
export const breakSeconds = ({ data }: Extract<Component, { type: 'Break' }>, break_ms: number): number =>
  Math.min(data.seconds, Math.floor(break_ms / 1000))

/** The first component that is not complete; null when all are. */
export const frontier = (steps: readonly Step[]): Step | null => steps.find((step) => !step.completed) ?? null

/** The step after a component: the following one if it is reachable, or else the first incomplete one. */
export function stepAfter(steps: readonly Step[], component_id: number): Step | null {
  const index = steps.findIndex((step) => step.component.component_id === component_id)
  const following = steps[index + 1]
  return following?.reachable ? following : frontier(steps)
}

export type CourseProgress = {
  /** Whole percent of the components that are complete; 100 only when all are. */
  percent: number
  completed: number
  components: number
  time_spent: number
  required_seconds: number
}

/** The student's progress in the whole course. */
export function progressOf(steps: readonly Step[]): CourseProgress {
  const completed = steps.filter((step) => step.completed).length
  return {
    percent: steps.length === 0 ? 0 : Math.floor((100 * completed) / steps.length),
    completed,
    components: steps.length,
    time_spent: steps.reduce((sum, step) => sum + step.time_spent, 0),
    required_seconds: steps.reduce((sum, { component }) => sum + component.required_seconds, 0),
  }
}

type Chapter<T> = { name: string; final_ind: boolean; items: readonly T[]; sections: Section<T>[] }
type Section<T> = { name: string; items: readonly T[] }

/** Groups components' items by chapter and section; the final exam is its own chapter. */
export function chaptersOf<T extends { readonly component: Component }>(items: readonly T[]): Chapter<T>[] {
  const chapters = Map.groupBy(items, ({ component }) => component.chapter_order)
  return [...chapters.values()].map((inChapter) => ({
    name: inChapter[0]!.component.chapter_name,
    final_ind: inChapter.every(({ component }) => component.final_ind),
    items: inChapter,
    sections: sectionsOf(inChapter),
  }))
}

function sectionsOf<T extends { readonly component: Component }>(items: readonly T[]): Section<T>[] {
  const sections = Map.groupBy(items, ({ component }) => component.section_order)
  return [...sections.values()].map((inSection) => ({ name: inSection[0]!.component.section_name, items: inSection }))
}
