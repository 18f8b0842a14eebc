import { withCommonParents } from './common-parents.shared.ts'
import { type Contents, componentsWithData, type EditedOutline, withContents } from './edited-outline.shared.ts'

/**
 * Gives three versions of an outline the keys of this page and the contents of the components that are edited here. The
 * base gets what was stored when they were opened (`loadedData`, by key), theirs what is stored now (`stored`, by id).
 */
export function alignOutlines(
  [base, mine, theirs]: readonly [EditedOutline | null, EditedOutline, EditedOutline],
  loadedData: Contents,
  storedContents: Contents,
): [EditedOutline | null, EditedOutline, EditedOutline] {
  const editedKeys = new Map(componentsWithData(mine).map(({ component_id, key }) => [component_id, key]))
  const openedContents = Object.fromEntries(
    [...editedKeys].flatMap(([component_id, key]) => (loadedData[key] ? [[component_id, loadedData[key]]] : [])),
  )
  const editedStored = Object.fromEntries(Object.entries(storedContents).filter(([id]) => editedKeys.has(Number(id))))
  const allComponents = mine.flatMap(({ sections }) => sections.flatMap(({ components }) => components))
  const keys = new Map(allComponents.map(({ component_id, key }) => [component_id, key]))
  const withPageKeys = (outline: EditedOutline) =>
    withKeys(outline, (component_id) => keys.get(component_id) ?? component_id)
  return withCommonParents([
    base && withContents(withPageKeys(base), openedContents),
    mine,
    withContents(withPageKeys(theirs), editedStored),
  ])
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
