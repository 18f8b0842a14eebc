import type { Root } from 'react-dom/client'

const roots = new WeakMap<Element, Root>()

/** Records the root of an island's mark (`<x-island>`). */
export const recordIslandRoot = (mark: Element, root: Root): void => {
  roots.set(mark, root)
}

/** Ends the islands of a part of the page, with their effects, before it is removed. */
export function unmountIslands(part: ParentNode): void {
  for (const mark of part.querySelectorAll('x-island')) unmountIsland(mark)
}

export function unmountIsland(mark: Element): void {
  roots.get(mark)?.unmount()
  roots.delete(mark)
}
