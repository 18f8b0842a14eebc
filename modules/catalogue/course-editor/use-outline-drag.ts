import { type ComponentProps, type DragEvent, useState } from 'react'
import { type EditedOutline, moveTo, type Place } from './edited-outline.shared.ts'

type DragProps = Pick<ComponentProps<'li'>, 'draggable' | 'onDragStart' | 'onDragEnd' | 'onDragOver' | 'onDrop'> & {
  onDragStart: (event: DragEvent) => void
}

type Dragging = { outline: EditedOutline; change: (outline: EditedOutline) => void; readOnly: boolean }

/** Drag and drop for chapters, sections and components: returns the props of the item at a place. */
export function useOutlineDrag({ outline, change, readOnly }: Dragging): (place: Place) => DragProps {
  const [dragged, setDragged] = useState<Place | null>(null)
  return (place) => ({
    draggable: !readOnly,
    onDragStart: (event) => {
      event.stopPropagation()
      event.dataTransfer.effectAllowed = 'move'
      setDragged(place)
    },
    onDragEnd: () => setDragged(null),
    onDragOver: (event) => {
      if (dragged && fits(dragged, place)) event.preventDefault()
    },
    onDrop: (event) => {
      event.preventDefault()
      event.stopPropagation()
      if (dragged && fits(dragged, place)) change(moveTo(outline, dragged, targetOf(dragged, place, outline)))
      setDragged(null)
    },
  })
}

/** An item can be dropped on one of its kind, and into a parent of its kind. */
const fits = (dragged: Place, over: Place): boolean => {
  if (dragged.section === undefined) return over.section === undefined && over.chapter !== dragged.chapter
  if (dragged.component === undefined) return over.component === undefined
  return over.section !== undefined
}

/** An item dropped on a parent becomes its last child. */
function targetOf(dragged: Place, over: Place, outline: EditedOutline): Place {
  if (dragged.section === undefined) return over
  if (dragged.component === undefined)
    return over.section === undefined ? { ...over, section: outline[over.chapter]!.sections.length } : over
  if (over.component !== undefined) return over
  return { ...over, component: outline[over.chapter]!.sections[over.section!]!.components.length }
}
