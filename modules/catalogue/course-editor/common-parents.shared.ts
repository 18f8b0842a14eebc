import type { EditedChapter, EditedOutline, EditedSection } from './edited-outline.shared.ts'

type Versions = readonly [base: EditedOutline | null, mine: EditedOutline, theirs: EditedOutline]
/** The parents of items in one version, by the items' ids. */
type Parents = ReadonlyMap<number, number>

/**
 * Three versions of an outline in which each section and each lesson has the same parent: the one that I moved it to,
 * else the one in which the other author has it. So a move is not a deletion and an addition, and a merge has each item
 * once.
 */
export function withCommonParents(versions: Versions): [EditedOutline | null, EditedOutline, EditedOutline] {
  const [base, mine, theirs] = versions
  const ofSections = versions.map((one) => chaptersOfSections(one ?? []))
  const ofComponents = versions.map((one) => sectionsOfComponents(one ?? []))
  const chapters = commonParents(ofSections)
  const sections = commonParents(ofComponents)
  // A parent that items move into exists in all versions: a missing one would count as deleted, with the items in it.
  const neededSections = movedInto(sections, ofComponents)
  const neededChapters = new Set([
    ...movedInto(chapters, ofSections),
    ...[...neededSections].map((section_id) => chapters.get(section_id)!),
  ])
  const allChapters = (versions as readonly (EditedOutline | null)[])
    .map((one) => one ?? [])
    .reverse()
    .flat()
  const parents = {
    chapters,
    sections,
    emptyChapters: allChapters.filter(({ chapter_id }) => neededChapters.has(chapter_id)),
    emptySections: allChapters
      .flatMap((one) => one.sections)
      .filter(({ section_id }) => neededSections.has(section_id)),
  }
  return [base && rebuilt(base, parents), rebuilt(mine, parents), rebuilt(theirs, parents)]
}

const chaptersOfSections = (outline: EditedOutline): Parents =>
  new Map(outline.flatMap(({ chapter_id, sections }) => sections.map(({ section_id }) => [section_id, chapter_id])))

const sectionsOfComponents = (outline: EditedOutline): Parents =>
  new Map(
    outline.flatMap(({ sections }) =>
      sections.flatMap(({ section_id, components }) =>
        components.map(({ component_id }): [number, number] => [component_id, section_id]),
      ),
    ),
  )

function commonParents(versions: readonly Parents[]): Parents {
  const ids = new Set(versions.flatMap((parents) => [...parents.keys()]))
  return new Map(
    [...ids].map((id) => {
      const [base, here, there] = versions.map((parents) => parents.get(id))
      return [id, here !== undefined && here !== base ? here : (there ?? here ?? base)!]
    }),
  )
}

/** The parents that an item moves into in any version. */
const movedInto = (common: Parents, versions: readonly Parents[]): Set<number> =>
  new Set(
    versions.flatMap((parents) =>
      [...parents].flatMap(([id, from]) => (common.get(id) === from ? [] : [common.get(id)!])),
    ),
  )

type Rebuilding = {
  chapters: Parents
  sections: Parents
  /** Versions of the chapters and sections that must exist, the earliest version of each last. */
  emptyChapters: readonly EditedChapter[]
  emptySections: readonly EditedSection[]
}

function rebuilt(
  outline: EditedOutline,
  { chapters, sections, emptyChapters, emptySections }: Rebuilding,
): EditedOutline {
  const allSections = outline.flatMap((chapter) => chapter.sections)
  const inChapters = new Map(outline.map((one) => [one.chapter_id, { ...one, sections: [] as EditedSection[] }]))
  for (const one of emptyChapters.toReversed())
    if (!inChapters.has(one.chapter_id)) inChapters.set(one.chapter_id, { ...one, sections: [] })
  const inSections = new Map(
    allSections.map((one) => [one.section_id, { ...one, components: [] as EditedSection['components'] }]),
  )
  for (const one of emptySections.toReversed())
    if (!inSections.has(one.section_id)) inSections.set(one.section_id, { ...one, components: [] })
  const [ownChapters, ownSections] = [chaptersOfSections(outline), sectionsOfComponents(outline)]
  for (const section of stayingFirst(
    [...inSections.values()],
    ({ section_id: id }) => ownChapters.get(id) === chapters.get(id),
  ))
    inChapters.get(chapters.get(section.section_id)!)!.sections.push(section)
  const components = allSections.flatMap((section) => section.components)
  for (const one of stayingFirst(components, ({ component_id: id }) => ownSections.get(id) === sections.get(id)))
    inSections.get(sections.get(one.component_id)!)!.components.push(one)
  return [...inChapters.values()]
}

const stayingFirst = <T>(items: readonly T[], stays: (item: T) => boolean): T[] => [
  ...items.filter(stays),
  ...items.filter((item) => !stays(item)),
]
