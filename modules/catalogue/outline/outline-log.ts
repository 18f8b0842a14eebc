import type { OutlineChapter } from './outline.schema.ts'

/** Changes to components other than place and name. */
export type DataChanges = ReadonlySet<number>

type Names = ReadonlyMap<string, OutlinePart>
type OutlinePart = { path: string; name: string; kind: 'chapter' | 'section' | 'component' }

/**
 * The differences between two outlines as sentences for the course's history. They are computed here, because the list
 * of changes that an editor sends is only a claim. `updated` are the components with changed content.
 */
export function describeChanges(
  before: readonly OutlineChapter[],
  after: readonly OutlineChapter[],
  dataChanges: DataChanges,
): string[] {
  const oldNames = namesOf(before)
  const current = namesOf(after)
  const sentences: string[] = []
  for (const [key, { path }] of current) if (!oldNames.has(key)) sentences.push(`${path} was created.`)
  for (const [key, { path }] of oldNames) if (!current.has(key)) sentences.push(`${path} has been deleted.`)
  for (const [key, { name }] of current) {
    const previous = oldNames.get(key)
    if (previous && previous.name !== name) sentences.push(`${previous.path} name was updated → ${name}`)
  }
  const components = componentsOf(after, current)
  for (const { path, component } of components) {
    if (dataChanges.has(component.component_id)) sentences.push(`${path} ${component.type} was updated.`)
  }
  const timers = new Map(
    componentsOf(before, oldNames).map(({ component }) => [component.component_id, component.timer]),
  )
  for (const { path, component } of components) {
    const timer = timers.get(component.component_id)
    const isSameTimer = !timer || (timer.active === component.timer.active && timer.seconds === component.timer.seconds)
    if (!isSameTimer) sentences.push(`${path} Timer Settings were updated.`)
  }
  return [...sentences, ...describeMoves(before, after, current)]
}

/** Items with a different parent, or out of order among those that stayed. */
function describeMoves(before: readonly OutlineChapter[], after: readonly OutlineChapter[], names: Names): string[] {
  const oldNames = keysByParent(before)
  const current = keysByParent(after)
  const allKeys = new Set([...oldNames.values()].flat())
  const remainingKeys = (keys: readonly string[], others: ReadonlyMap<string, readonly string[]>, parent: string) => {
    const otherKeys = new Set(others.get(parent))
    return keys.filter((key) => otherKeys.has(key))
  }
  return [...current].flatMap(([parent, keys]) => {
    const items = remainingKeys(keys, oldNames, parent)
    const remaining = remainingKeys(oldNames.get(parent) ?? [], current, parent)
    const shifted = new Set(items.filter((key, index) => remaining[index] !== key))
    const present = new Set(items)
    const movedKeys = keys.filter((key) => shifted.has(key) || (!present.has(key) && allKeys.has(key)))
    return movedKeys.map((key) => `${names.get(key)!.path} was moved.`)
  })
}

function namesOf(chapters: readonly OutlineChapter[]): Map<string, OutlinePart> {
  const names = new Map<string, OutlinePart>()
  chapters.forEach((chapter, n) => {
    const inChapter = `Chapter ${n + 1} (${chapter.name})`
    names.set(`chapter:${chapter.chapter_id}`, { path: inChapter, name: chapter.name, kind: 'chapter' })
    chapter.sections.forEach((section, m) => {
      const inSection = `${inChapter} > Section ${m + 1} (${section.name})`
      names.set(`section:${section.section_id}`, { path: inSection, name: section.name, kind: 'section' })
      section.components.forEach(({ component_id, name }, k) => {
        names.set(`component:${component_id}`, {
          path: `${inSection} > Component ${k + 1} (${name})`,
          name,
          kind: 'component',
        })
      })
    })
  })
  return names
}

const componentsOf = (chapters: readonly OutlineChapter[], names: Names) =>
  chapters.flatMap(({ sections }) =>
    sections.flatMap(({ components }) =>
      components.map((component) => ({ component, path: names.get(`component:${component.component_id}`)!.path })),
    ),
  )

/** The items in each parent, in order. */
const keysByParent = (chapters: readonly OutlineChapter[]): Map<string, string[]> =>
  new Map([
    ['course', chapters.map(({ chapter_id }) => `chapter:${chapter_id}`)],
    ...chapters.map(({ chapter_id, sections }): [string, string[]] => [
      `chapter:${chapter_id}`,
      sections.map(({ section_id }) => `section:${section_id}`),
    ]),
    ...chapters.flatMap(({ sections }) =>
      sections.map(({ section_id, components }): [string, string[]] => [
        `section:${section_id}`,
        components.map(({ component_id }) => `component:${component_id}`),
      ]),
    ),
  ])
