import type { courseOne } from '#modules/catalogue/authoring/course-one.ts'

type Chapters = Awaited<ReturnType<typeof courseOne.run>>['course']['chapters']
type Part = Chapters[number]['sections'][number]['components'][number]

/** The parts of a course by name, each with its chapter. */
export const listParts = (chapters: Chapters, isOffered: (part: Part) => boolean = () => true) =>
  chapters.flatMap(({ name: chapter, sections }) =>
    sections.flatMap(({ components }) =>
      components
        .filter(isOffered)
        .map(({ component_id, name }) => ({ value: component_id, label: `${chapter}: ${name}` })),
    ),
  )

/** The same, limited to lessons and videos. */
export const listLessons = (chapters: Chapters) =>
  listParts(chapters, ({ type }) => type === 'Content' || type === 'Media')
