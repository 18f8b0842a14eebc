import type { Component } from '#modules/catalogue/versions/component.schema.ts'

type PublicSection = { name: string; type: 'section'; components: string[] }
/** A chapter's public data: names and minimum time, no content. */
export type PublicChapter = {
  name: string
  type: 'chapter'
  seconds: number
  final_ind: boolean
  sections: PublicSection[]
}

type Draft = PublicChapter & { sectionsByOrder: Map<number, PublicSection> }

/** The flat outline grouped into chapters and sections. */
export function publicOutline(components: readonly Component[]): PublicChapter[] {
  const chapters = new Map<number, Draft>()
  for (const component of components) {
    const { chapter_order, chapter_name: name, section_order, final_ind } = component
    const chapter: Draft = chapters.get(chapter_order) ?? {
      name,
      type: 'chapter',
      seconds: 0,
      final_ind,
      sections: [],
      sectionsByOrder: new Map(),
    }
    chapters.set(chapter_order, chapter)
    const existing = chapter.sectionsByOrder.get(section_order)
    const section = existing ?? { name: component.section_name, type: 'section' as const, components: [] }
    if (!existing) chapter.sections.push(section)
    chapter.sectionsByOrder.set(section_order, section)
    section.components.push(component.name)
    chapter.seconds += component.required_seconds
  }
  return [...chapters.values()].map(({ sectionsByOrder: _, ...chapter }) => chapter)
}
