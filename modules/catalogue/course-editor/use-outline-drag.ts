import { type ComponentProps, type DragEvent, useRef, useState } from 'react'
import { currentPlace, type EditedOutline, moveTo, type OutlinePosition } from './edited-outline.shared.ts'

type DragProps = Pick<ComponentProps<'li'>, 'draggable' | 'onDragStart' | 'onDragEnd' | 'onDragOver' | 'onDrop'> & {
  onDragStart: (event: DragEvent) => void
  /** `before`: the dragged item would land above this one; `into`: at the end of this one. */
  'data-drop'?: 'before' | 'into'
  'data-dragged'?: ''
}

/** A line where the dragged item lands, or a frame around the parent that accepts it. */
export const dropClasses =
  'data-[drop=before]:shadow-[0_-3px_0_var(--primary)] data-[drop=into]:outline-2 data-[drop=into]:outline-primary data-dragged:opacity-50'

type DragOptions = { outline: EditedOutline; change: (outline: EditedOutline) => void; readOnly: boolean }

/** Drag and drop for chapters, sections and components: returns the props of the item at a place. */
export function useOutlineDrag({ outline, change, readOnly }: DragOptions): (place: OutlinePosition) => DragProps {
  const [dragged, setDragged] = useState<OutlinePosition | null>(null)
  const startOutline = useRef(outline)
  const [over, setOver] = useState<OutlinePosition | null>(null)
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  return (place) => ({
    draggable: !readOnly,
    onDragStart: (event) => {
      event.stopPropagation()
      event.dataTransfer.effectAllowed = 'move'
      startOutline.current = outline
      setDragged(place)
    },
    ...(dragged && isSame(dragged, place) && { 'data-dragged': '' as const }),
    ...(dragged && over && isSame(over, place) && { 'data-drop': isSameKind(dragged, place) ? 'before' : 'into' }),
    onDragEnd: end,
    onDragOver: (event) => {
      if (!dragged) return
      if (canDrop(dragged, place)) {
        event.preventDefault()
        // Its parents would accept it, too.
        event.stopPropagation()
        if (!over || !isSame(over, place)) setOver(place)
      } else if (place.section === undefined) {
        // No element up to the chapter accepts it.
        event.dataTransfer.dropEffect = 'none'
        if (over) setOver(null)
      }
    },
    onDrop: (event) => {
      event.preventDefault()
      event.stopPropagation()
      // Another author's version may have been merged while the item was dragged.
      const from =
        dragged && startOutline.current !== outline ? currentPlace(outline, startOutline.current, dragged) : dragged
      if (from && canDrop(from, place)) change(moveTo(outline, from, targetOf(from, place, outline)))
      end()
    },
  })
}

const isSame = (place: OutlinePosition, other: OutlinePosition): boolean =>
  place.chapter === other.chapter && place.section === other.section && place.component === other.component

const isSameKind = (place: OutlinePosition, other: OutlinePosition): boolean =>
  (place.section === undefined) === (other.section === undefined) &&
  (place.component === undefined) === (other.component === undefined)

/** An item can be dropped on one of its kind, and into a parent of its kind. */
const canDrop = (dragged: OutlinePosition, target: OutlinePosition): boolean => {
  if (dragged.section === undefined) return target.section === undefined && target.chapter !== dragged.chapter
  if (dragged.component === undefined) return target.component === undefined
  return target.section !== undefined
}

/** An item dropped on a parent becomes its last child. */
function targetOf(dragged: OutlinePosition, target: OutlinePosition, outline: EditedOutline): OutlinePosition {
  if (dragged.section === undefined) return target
  if (dragged.component === undefined)
    return target.section === undefined ? { ...target, section: outline[target.chapter]!.sections.length } : target
  if (target.component !== undefined) return target
  return { ...target, component: outline[target.chapter]!.sections[target.section!]!.components.length }
}
