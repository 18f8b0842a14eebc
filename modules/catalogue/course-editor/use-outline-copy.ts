import { type RefObject, useState } from 'react'
import { useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'
import { readComponent } from './course-calls.ts'
import { courseEditorTexts } from './course-editor.texts.ts'
import { componentsAt, duplicateAt, type EditedOutline, type OutlinePosition } from './edited-outline.shared.ts'
import type { LoadedData } from './outline-row.tsx'

type Options = {
  /** The current outline, even while contents are being read. */
  latest: RefObject<EditedOutline>
  loadedData: LoadedData
  change: (outline: EditedOutline) => void
}

/** Copies a part of the outline with the content of its components, which is loaded if necessary. */
export function useOutlineCopy({ latest, loadedData, change }: Options) {
  const t = useTexts(courseEditorTexts)
  const [copying, setCopying] = useState(false)
  const copy = async (place: OutlinePosition) => {
    const components = componentsAt(latest.current, place)
    const data = new Map<number, Record<string, unknown>>()
    setCopying(true)
    for (const { key, component_id, type, data: changedData } of components) {
      const componentData =
        changedData ?? loadedData[key] ?? (component_id < 1 ? {} : (await readComponent(component_id, type))?.data)
      if (componentData) data.set(key, componentData)
    }
    setCopying(false)
    const now = latest.current
    // A part that was moved in the meantime, or could not be read, is not copied.
    const keys = componentsAt(now, place).map(({ key }) => key)
    if (String(keys) !== String(components.map(({ key }) => key)) || data.size < components.length)
      return toast({ kind: 'error', text: t('notCopied') })
    change(duplicateAt(now, place, data))
  }
  return { copy, copying }
}
