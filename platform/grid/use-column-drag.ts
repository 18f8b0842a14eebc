import { type DragEvent, useState } from 'react'
import type { LiveGrid } from './use-grid.ts'

export type ColumnDrag = {
  /** What a heading needs to be dragged and dropped on. */
  on: (name: string) => {
    draggable: true
    onDragStart: (event: DragEvent) => void
    onDragEnd: () => void
    onDragOver: (event: DragEvent) => void
    onDrop: (event: DragEvent) => void
  }
  dragged: string | null
  /** The heading that a drop would take the place of. */
  over: string | null
  /** By keys: one place to the left or right. */
  move: (name: string, by: 1 | -1) => void
  /** What was moved last by keys, and to which place. */
  moved: { name: string; place: number } | null
}

/** Columns that change places: a heading dragged onto another one takes its place. */
export function useColumnDrag(names: readonly string[], arrange: LiveGrid['arrange']): ColumnDrag {
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const [moved, setMoved] = useState<ColumnDrag['moved']>(null)
  const put = (name: string, place: number) => {
    const order = names.filter((other) => other !== name)
    order.splice(place, 0, name)
    if (order.join() !== names.join()) arrange(order)
  }
  return {
    dragged,
    over,
    moved,
    move(name, by) {
      const place = Math.min(names.length - 1, Math.max(0, names.indexOf(name) + by))
      put(name, place)
      setMoved({ name, place: place + 1 })
    },
    on: (name) => ({
      draggable: true,
      onDragStart: (event) => {
        // A heading is a link too, which would be dragged as an address.
        event.dataTransfer.clearData()
        event.dataTransfer.setData('text/plain', name)
        event.dataTransfer.effectAllowed = 'move'
        setDragged(name)
      },
      onDragEnd: () => {
        setDragged(null)
        setOver(null)
      },
      onDragOver: (event) => {
        // Nothing else is taken: a file, or a heading of another list.
        if (dragged === null) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        if (over !== name) setOver(name)
      },
      onDrop: (event) => {
        event.preventDefault()
        if (dragged !== null) put(dragged, names.indexOf(name))
        setDragged(null)
        setOver(null)
      },
    }),
  }
}
