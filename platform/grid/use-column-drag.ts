import { type DragEvent, useState } from 'react'
import type { LiveGrid } from './use-grid.ts'

export type ColumnDrag = {
  /** The drag and drop handlers of a heading. */
  on: (name: string) => {
    draggable: true
    onDragStart: (event: DragEvent) => void
    onDragEnd: () => void
    onDragOver: (event: DragEvent) => void
    onDrop: (event: DragEvent) => void
  }
  dragged: string | null
  /** The heading that would receive the drop. */
  over: string | null
  /** Keyboard: one place to the left or right. */
  move: (name: string, by: 1 | -1) => void
  /** The column that was last moved by keyboard, and its position. */
  moved: { name: string; place: number } | null
}

/** Reorders columns: a heading dragged onto another one takes its place. */
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
        // A heading is also a link, which would be dragged as an address.
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
        // Ignores everything else: files, or headings of another list.
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
