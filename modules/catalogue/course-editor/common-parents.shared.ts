import type { EditedChapter, EditedOutline, EditedSection } from './edited-outline.shared.ts'

type Versions = readonly [base: EditedOutline | null, mine: EditedOutline, theirs: EditedOutline]
/** The parents of items in one version, by the items' ids. */
type Parents = ReadonlyMap<number, number>

/**
 * Three versions of an outline in which each section and each lesson has the same parent: the one that I moved it to,
 * otherwise the other author's. A move is then not a deletion and an addition, and a merge contains each item once.
 */
export function withCommonParents(versions: Versions): [EditedOutline | null, EditedOutline, EditedOutline] {
  const [base, mine, theirs] = versions
  const chapterMaps = versions.map((outline) => chaptersOfSections(outline ?? []))
  const sectionMaps = versions.map((outline) => sectionsOfComponents(outline ?? []))
  const chapters = commonParents(chapterMaps)
  const sections = commonParents(sectionMaps)
  // Parents that items move into must exist in all versions: a missing one would count as deleted, with its items.
  const neededSections = newParents(sections, sectionMaps)
  const neededChapters = new Set([
    ...newParents(chapters, chapterMaps),
    ...[...neededSections].map((section_id) => chapters.get(section_id)!),
  ])
  const allChapters = (versions as readonly (EditedOutline | null)[])
    .map((outline) => outline ?? [])
    .reverse()
    .flat()
  const parents = {
    chapters,
    sections,
    emptyChapters: allChapters.filter(({ chapter_id }) => neededChapters.has(chapter_id)),
    emptySections: allChapters
      .flatMap((chapter) => chapter.sections)
      .filter(({ section_id }) => neededSections.has(section_id)),
  }
  return [base && rebuild(base, parents), rebuild(mine, parents), rebuild(theirs, parents)]
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
const newParents = (common: Parents, versions: readonly Parents[]): Set<number> =>
  new Set(
    versions.flatMap((parents) =>
      [...parents].flatMap(([id, from]) => (common.get(id) === from ? [] : [common.get(id)!])),
    ),
  )

type CommonParents = {
  chapters: Parents
  sections: Parents
  /** Versions of the chapters and sections that must exist, the earliest version of each last. */
  emptyChapters: readonly EditedChapter[]
  emptySections: readonly EditedSection[]
}

function rebuild(
  outline: EditedOutline,
  { chapters, sections, emptyChapters, emptySections }: CommonParents,
): EditedOutline {
  const allSections = outline.flatMap((chapter) => chapter.sections)
  const chaptersById = new Map(
    outline.map((chapter) => [chapter.chapter_id, { ...chapter, sections: [] as EditedSection[] }]),
  )
  for (const chapter of emptyChapters.toReversed())
    if (!chaptersById.has(chapter.chapter_id)) chaptersById.set(chapter.chapter_id, { ...chapter, sections: [] })
  const sectionsById = new Map(
    allSections.map((section) => [section.section_id, { ...section, components: [] as EditedSection['components'] }]),
  )
  for (const section of emptySections.toReversed())
    if (!sectionsById.has(section.section_id)) sectionsById.set(section.section_id, { ...section, components: [] })
  const [ownChapters, ownSections] = [chaptersOfSections(outline), sectionsOfComponents(outline)]
  for (const section of unmovedFirst(
    [...sectionsById.values()],
    ({ section_id: id }) => ownChapters.get(id) === chapters.get(id),
  ))
    chaptersById.get(chapters.get(section.section_id)!)!.sections.push(section)
  const components = allSections.flatMap((section) => section.components)
  for (const component of unmovedFirst(components, ({ component_id: id }) => ownSections.get(id) === sections.get(id)))
    sectionsById.get(sections.get(component.component_id)!)!.components.push(component)
  return [...chaptersById.values()]
}

const unmovedFirst = <T>(items: readonly T[], isUnmoved: (item: T) => boolean): T[] => [
  ...items.filter(isUnmoved),
  ...items.filter((item) => !isUnmoved(item)),
]
