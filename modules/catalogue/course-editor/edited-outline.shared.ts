import { renameQuestions } from './edited-list.shared.ts'
import type { Offered } from './setting-field.shared.ts'
import { adoptId, freshId, keyOf, missingIds } from './stable-keys.shared.ts'

export type ComponentType = 'Content' | 'Media' | 'Quiz' | 'Break'
export type EditedComponent = {
  component_id: number
  /** The component's key in the editor: it stays when the server assigns an id. */
  key: number
  name: string
  type: ComponentType
  timer: { active: boolean; seconds: number }
  /** Set only while its content has unsaved changes. */
  data?: Record<string, unknown>
}
export type EditedSection = { section_id: number; name: string; components: EditedComponent[] }
export type EditedChapter = { chapter_id: number; name: string; sections: EditedSection[] }
export type EditedOutline = EditedChapter[]

/** An outline without changes. */
export type StoredOutline = {
  chapter_id: number
  name: string
  sections: { section_id: number; name: string; components: Omit<EditedComponent, 'data'>[] }[]
}[]

/** The saved lessons of an outline, each with its chapter. */
export const lessonsOf = (outline: EditedOutline): Offered['lessons'] =>
  outline.flatMap(({ name: chapter, sections }) =>
    sections.flatMap(({ components }) =>
      components
        .filter(({ component_id, type }) => component_id > 0 && (type === 'Content' || type === 'Media'))
        .map(({ component_id, name }) => ({ value: component_id, label: `${chapter}: ${name}` })),
    ),
  )

/** A place in the outline: a chapter, a section or a component. */
export type OutlinePosition = { chapter: number; section?: number; component?: number }

export const newChapter = (name: string): EditedChapter => ({ chapter_id: freshId(), name, sections: [] })
export const newSection = (name: string): EditedSection => ({ section_id: freshId(), name, components: [] })
export function newComponent(type: ComponentType, name: string): EditedComponent {
  const component_id = freshId()
  return { component_id, key: component_id, name, type, timer: { active: false, seconds: 0 } }
}

/** The outline as read, without server-only fields. */
export const toStoredOutline = (
  chapters: readonly {
    chapter_id: number
    name: string
    sections: readonly {
      section_id: number
      name: string
      components: readonly Omit<EditedComponent, 'key' | 'data'>[]
    }[]
  }[],
): StoredOutline =>
  chapters.map(({ chapter_id, name, sections }) => ({
    chapter_id,
    name,
    sections: sections.map((section) => ({
      section_id: section.section_id,
      name: section.name,
      components: section.components.map(({ component_id, name, type, timer }) => ({
        component_id,
        key: component_id,
        name,
        type,
        timer,
      })),
    })),
  }))

/** The outline in the API's format. */
export const toOutlineInput = (outline: EditedOutline) =>
  outline.map((chapter) => ({
    ...chapter,
    sections: chapter.sections.map((section) => ({
      ...section,
      components: section.components.map(({ key: _key, ...component }) => component),
    })),
  }))

/** The outline with one part replaced. */
export function changeAt(
  outline: EditedOutline,
  { chapter, section, component }: OutlinePosition,
  changes: object,
): EditedOutline {
  return outline.map((inChapter, c) => {
    if (c !== chapter) return inChapter
    if (section === undefined) return { ...inChapter, ...changes }
    return {
      ...inChapter,
      sections: inChapter.sections.map((inSection, s) => {
        if (s !== section) return inSection
        if (component === undefined) return { ...inSection, ...changes }
        return {
          ...inSection,
          components: inSection.components.map((item, k) => (k === component ? { ...item, ...changes } : item)),
        }
      }),
    }
  })
}

/** The key of the item at a place. */
export function keyAt(outline: EditedOutline, { chapter, section, component }: OutlinePosition): number {
  const inChapter = outline[chapter]!
  if (section === undefined) return keyOf(inChapter.chapter_id)
  const inSection = inChapter.sections[section]!
  return component === undefined ? keyOf(inSection.section_id) : inSection.components[component]!.key
}

/** The present place of the item that is at a place of an earlier outline; null if it no longer exists. */
export function currentPlace(
  now: EditedOutline,
  earlierOutline: EditedOutline,
  place: OutlinePosition,
): OutlinePosition | null {
  const key = keyAt(earlierOutline, place)
  const places = now.flatMap((inChapter, chapter): OutlinePosition[] => {
    if (place.section === undefined) return [{ chapter }]
    return inChapter.sections.flatMap((inSection, section): OutlinePosition[] =>
      place.component === undefined
        ? [{ chapter, section }]
        : inSection.components.map((_, component) => ({ chapter, section, component })),
    )
  })
  return places.find((candidate) => keyAt(now, candidate) === key) ?? null
}

/** The outline with other content of the component with a key. */
export const withData = (outline: EditedOutline, key: number, data: Data): EditedOutline =>
  outline.map((chapter) => ({
    ...chapter,
    sections: chapter.sections.map((section) => ({
      ...section,
      components: section.components.map((component) => (component.key === key ? { ...component, data } : component)),
    })),
  }))

export function removeAt(outline: EditedOutline, { chapter, section, component }: OutlinePosition): EditedOutline {
  const withoutIndex = <T>(list: readonly T[], index: number) => list.filter((_, position) => position !== index)
  if (section === undefined) return withoutIndex(outline, chapter)
  const { sections } = outline[chapter]!
  if (component === undefined) return changeAt(outline, { chapter }, { sections: withoutIndex(sections, section) })
  return changeAt(outline, { chapter, section }, { components: withoutIndex(sections[section]!.components, component) })
}

/**
 * The outline with an item moved up or down by one. At the end of its parent it moves into the next parent, so that
 * the keyboard reaches every position that a mouse does.
 */
export function moveAt(outline: EditedOutline, place: OutlinePosition, by: -1 | 1): EditedOutline {
  const { chapter, section, component } = place
  if (section === undefined) return swap(outline, chapter, chapter + by)
  const { sections } = outline[chapter]!
  if (component === undefined) {
    const to = section + by
    if (to >= 0 && to < sections.length)
      return changeAt(outline, { chapter }, { sections: swap(sections, section, to) })
    const next = outline[chapter + by]
    return next
      ? moveTo(outline, place, { chapter: chapter + by, section: by < 0 ? next.sections.length : 0 })
      : outline
  }
  const { components } = sections[section]!
  const to = component + by
  if (to >= 0 && to < components.length)
    return changeAt(outline, { chapter, section }, { components: swap(components, component, to) })
  const flat = outline.flatMap((inChapter, c) => inChapter.sections.map((_, s) => ({ chapter: c, section: s })))
  const index = flat.findIndex((item) => item.chapter === chapter && item.section === section)
  const next = flat[index + by]
  if (!next) return outline
  const length = outline[next.chapter]!.sections[next.section]!.components.length
  return moveTo(outline, place, { ...next, component: by < 0 ? length : 0 })
}

/** The outline with an item moved in front of another item of the same kind. */
export function moveTo(outline: EditedOutline, from: OutlinePosition, to: OutlinePosition): EditedOutline {
  const insert = <T>(list: readonly T[], index: number, item: T) => [
    ...list.slice(0, index),
    item,
    ...list.slice(index),
  ]
  if (from.section === undefined) {
    const item = outline[from.chapter]!
    const remainder = removeAt(outline, from)
    return insert(remainder, from.chapter < to.chapter ? to.chapter - 1 : to.chapter, item)
  }
  const { sections } = outline[from.chapter]!
  if (from.component === undefined) {
    const item = sections[from.section]!
    const remainder = removeAt(outline, from)
    const shifted = from.chapter === to.chapter && from.section < (to.section ?? 0) ? 1 : 0
    const target = remainder[to.chapter]!
    return changeAt(
      remainder,
      { chapter: to.chapter },
      { sections: insert(target.sections, (to.section ?? 0) - shifted, item) },
    )
  }
  const item = sections[from.section]!.components[from.component]!
  const remainder = removeAt(outline, from)
  const isSameParent = from.chapter === to.chapter && from.section === to.section
  const shifted = isSameParent && from.component < (to.component ?? 0) ? 1 : 0
  const place = { chapter: to.chapter, section: to.section! }
  const { components } = remainder[to.chapter]!.sections[to.section!]!
  return changeAt(remainder, place, { components: insert(components, (to.component ?? 0) - shifted, item) })
}

/** The components in a chapter, in a section, or the component itself. */
export function componentsAt(
  outline: EditedOutline,
  { chapter, section, component }: OutlinePosition,
): EditedComponent[] {
  const inChapter = outline[chapter]
  const sections =
    section === undefined ? (inChapter?.sections ?? []) : (inChapter?.sections.slice(section, section + 1) ?? [])
  const components = sections.flatMap((each) => each.components)
  return component === undefined ? components : components.slice(component, component + 1)
}

/** The outline with a copy inserted after the original; `loadedData` is the components' content by key. */
export function duplicateAt(
  outline: EditedOutline,
  place: OutlinePosition,
  loadedData: ReadonlyMap<number, Data>,
): EditedOutline {
  const { chapter, section, component } = place
  const insertAfter = <T>(list: readonly T[], index: number, item: T) => [
    ...list.slice(0, index + 1),
    item,
    ...list.slice(index + 1),
  ]
  const copyOf = (component: EditedComponent): EditedComponent => ({
    ...newComponent(component.type, component.name),
    timer: { ...component.timer },
    data: copyData(loadedData.get(component.key) ?? {}),
  })
  const sectionOf = (section: EditedSection): EditedSection => ({
    ...newSection(section.name),
    components: section.components.map(copyOf),
  })
  const inChapter = outline[chapter]!
  if (section === undefined) {
    const copy = { ...newChapter(inChapter.name), sections: inChapter.sections.map(sectionOf) }
    return insertAfter(outline, chapter, copy)
  }
  const inSection = inChapter.sections[section]!
  if (component === undefined)
    return changeAt(outline, { chapter }, { sections: insertAfter(inChapter.sections, section, sectionOf(inSection)) })
  const { components } = inSection
  return changeAt(
    outline,
    { chapter, section },
    { components: insertAfter(components, component, copyOf(components[component]!)) },
  )
}

/** Ids within a component's content. The server assigns new ones to a copy. */
const contentIdFields: ReadonlySet<string> = new Set([
  'quiz_id',
  'media_id',
  'wysiwyg_id',
  'break_id',
  'totalQuestions',
  'modulesForDeletion',
])

function copyData(data: Data): Data {
  const { questions, ...rest } = Object.fromEntries(Object.entries(data).filter(([name]) => !contentIdFields.has(name)))
  const withoutIds = withoutQuizIds(rest) as Data
  return Array.isArray(questions) ? { ...withoutIds, questions: copyQuestions(questions as Questions) } : withoutIds
}

/** Gives the inline questions of a copied text their own quiz. */
function withoutQuizIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutQuizIds)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'quiz_id')
      .map(([name, inner]) => [name, withoutQuizIds(inner)]),
  )
}

type Questions = Parameters<typeof renameQuestions>[0]

function copyQuestions(questions: Questions) {
  const ids = new Map(questions.map(({ question_id }) => [question_id, freshId()]))
  return renameQuestions(questions, (id) => ids.get(id) ?? id)
}

function swap<T>(list: readonly T[], from: number, to: number): T[] {
  if (to < 0 || to >= list.length) return [...list]
  const next = [...list]
  ;[next[from], next[to]] = [next[to]!, next[from]!]
  return next
}

/** The outline as lines, for comparing. */
export const outlineLines = (outline: EditedOutline): string[] =>
  outline.flatMap((chapter, n) => [
    `${n + 1}. ${chapter.name}`,
    ...chapter.sections.flatMap((section, m) => [
      `  ${n + 1}.${m + 1} ${section.name}`,
      ...section.components.map(
        ({ type, name, timer }) => `    ${type}: ${name}${timer.active ? ` (${timer.seconds} s)` : ''}`,
      ),
    ]),
  ])

/**
 * Applies the server's ids and drops saved content. The sent and returned outlines have the same shape; `questions`
 * maps the sent ids of new questions to the server's.
 */
export function adoptOutline(
  now: EditedOutline,
  outline: EditedOutline,
  savedOutline: EditedOutline,
  questions: ReadonlyMap<number, number>,
): EditedOutline {
  const chapters = new Map<number, number>()
  const sections = new Map<number, number>()
  const components = new Map<number, number>()
  const savedData = new Map<number, unknown>()
  outline.forEach((chapter, c) => {
    chapters.set(chapter.chapter_id, savedOutline[c]!.chapter_id)
    chapter.sections.forEach((section, s) => {
      sections.set(section.section_id, savedOutline[c]!.sections[s]!.section_id)
      section.components.forEach((component, k) => {
        components.set(component.component_id, savedOutline[c]!.sections[s]!.components[k]!.component_id)
        if (component.data) savedData.set(component.key, component.data)
      })
    })
  })
  return now.map((chapter) => ({
    ...chapter,
    chapter_id: adoptId(chapters, chapter.chapter_id),
    sections: chapter.sections.map((section) => ({
      ...section,
      section_id: adoptId(sections, section.section_id),
      components: section.components.map(({ data, ...component }) => ({
        ...component,
        component_id: components.get(component.component_id) ?? component.component_id,
        ...(data && data !== savedData.get(component.key) ? { data: adoptQuestions(data, questions) } : {}),
      })),
    })),
  }))
}

type Data = Record<string, unknown>

/** The contents of a quiz with the ids that the server assigned to its questions. */
export function adoptQuestions(data: Data, ids: ReadonlyMap<number, number>): Data {
  if (!Array.isArray(data.questions) || ids.size === 0) return data
  const questions = renameQuestions(data.questions as Questions, (id) => adoptId(ids, id))
  return { ...data, questions }
}

/**
 * Prepares an outline for overwriting a newer one in which parts of it no longer exist. Recreates them with the
 * content that the page has (`loadedData`, by key). `storedIds` are the stored questions of existing quizzes by
 * component id. `lostNames`: the names of the components whose content is lost.
 */
export function renewOutline(
  mine: EditedOutline,
  theirs: StoredOutline,
  loadedData: Readonly<Record<number, Data>>,
  storedIds: ReadonlyMap<number, readonly number[]>,
): { outline: EditedOutline; lostNames: string[] } {
  const sections = (outline: EditedOutline) => outline.flatMap((chapter) => chapter.sections)
  const components = (outline: EditedOutline) => sections(outline).flatMap((section) => section.components)
  const missing = <T>(list: (outline: EditedOutline) => readonly T[], idOf: (item: T) => number) =>
    missingIds(list(mine).map(idOf), list(theirs).map(idOf))
  const newChapters = missing(
    (outline) => outline,
    (chapter) => chapter.chapter_id,
  )
  const newSections = missing(sections, (section) => section.section_id)
  const newComponents = missing(components, (component) => component.component_id)
  const lostNames: string[] = []
  const renewComponent = (component: EditedComponent): EditedComponent => {
    const { component_id, key, name, data } = component
    const assignedId = newComponents.get(component_id)
    if (assignedId !== undefined) {
      const componentData = data ?? loadedData[key]
      if (!componentData) lostNames.push(name)
      return { ...component, component_id: assignedId, ...(componentData && { data: copyData(componentData) }) }
    }
    const storedId = storedIds.get(component_id)
    if (!data || !storedId) return component
    const ids = ((data.questions ?? []) as Questions).map(({ question_id }) => question_id)
    return { ...component, data: adoptQuestions(data, missingIds(ids, storedId)) }
  }
  const outline = mine.map((chapter) => ({
    ...chapter,
    chapter_id: adoptId(newChapters, chapter.chapter_id),
    sections: chapter.sections.map((section) => ({
      ...section,
      section_id: adoptId(newSections, section.section_id),
      components: section.components.map(renewComponent),
    })),
  }))
  return { outline, lostNames }
}

/** The components that are sent with their content. */
export const componentsWithData = (outline: EditedOutline): (EditedComponent & { data: Data })[] =>
  outline.flatMap(({ sections }) =>
    sections.flatMap(({ components }) =>
      components.flatMap((component) => (component.data ? [{ ...component, data: component.data }] : [])),
    ),
  )

/** Stored content of components by id. */
export type Contents = Readonly<Record<number, Data>>

/** A stored outline with the content of some components. */
export const withContents = (outline: EditedOutline, contents: Contents): EditedOutline =>
  outline.map((chapter) => ({
    ...chapter,
    sections: chapter.sections.map((section) => ({
      ...section,
      components: section.components.map((component) => {
        const data = contents[component.component_id]
        return data ? { ...component, data } : component
      }),
    })),
  }))

/** The component with a key. */
export const componentOf = (outline: EditedOutline, key: number): EditedComponent | undefined =>
  outline
    .flatMap(({ sections }) => sections.flatMap(({ components }) => components))
    .find((component) => component.key === key)
