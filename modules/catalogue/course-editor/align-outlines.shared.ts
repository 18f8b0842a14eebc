import { withCommonParents } from './common-parents.shared.ts'
import { type Contents, componentsWithData, type EditedOutline, withContents } from './edited-outline.shared.ts'

/**
 * The versions of an outline with the contents of the components that are edited here, and with the keys of this page:
 * what was stored when they were opened (`loadedData`, by key), what is edited, and what another author has stored (by
 * id).
 */
export function alignOutlines(
  [base, mine, theirs]: readonly [EditedOutline | null, EditedOutline, EditedOutline],
  loadedData: Contents,
  stored: Contents,
): [EditedOutline | null, EditedOutline, EditedOutline] {
  const edited = new Map(componentsWithData(mine).map(({ component_id, key }) => [component_id, key]))
  const former = Object.fromEntries(
    [...edited].flatMap(([component_id, key]) => (loadedData[key] ? [[component_id, loadedData[key]]] : [])),
  )
  const editedStored = Object.fromEntries(Object.entries(stored).filter(([id]) => edited.has(Number(id))))
  const all = mine.flatMap(({ sections }) => sections.flatMap(({ components }) => components))
  const keys = new Map(all.map(({ component_id, key }) => [component_id, key]))
  const keyed = (outline: EditedOutline) => withKeys(outline, (component_id) => keys.get(component_id) ?? component_id)
  return withCommonParents([base && withContents(keyed(base), former), mine, withContents(keyed(theirs), editedStored)])
}

const withKeys = (outline: EditedOutline, keyOfComponent: (component_id: number) => number) =>
  outline.map((chapter) => ({
    ...chapter,
    sections: chapter.sections.map((section) => ({
      ...section,
      components: section.components.map((component) => ({
        ...component,
        key: keyOfComponent(component.component_id),
      })),
    })),
  }))
