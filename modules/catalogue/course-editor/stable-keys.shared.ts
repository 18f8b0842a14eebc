/**
 * Starts above the ids that an earlier page may have stored in the browser, whose new items return with those ids.
 */
let last = -Math.floor(Math.random() * 1_000_000_000)

/** A temporary id for a new item that is not saved yet. */
export function freshId(): number {
  last -= 1
  return last
}

/** The items' original ids in this page, by their current ids. */
const originalIds = new Map<number, number>()

/** Changes an item's id without changing its key, so that the cursor and open dialogs are kept. */
export function adoptId(ids: ReadonlyMap<number, number>, id: number): number {
  const assignedId = ids.get(id)
  if (assignedId === undefined || assignedId === id) return id
  originalIds.set(assignedId, keyOf(id))
  return assignedId
}

/** An item's key for as long as the page is open. */
export const keyOf = (id: number): number => originalIds.get(id) ?? id

/**
 * Maps new items to the server's ids. Ids increase, so the last ones belong to the sent items in order; another
 * author's additions in between have lower ones.
 */
export function assignedIds(sentIds: readonly number[], savedIds: readonly number[]): Map<number, number> {
  const newIds = sentIds.filter((id) => id < 1)
  const assignedIds = savedIds.toSorted((a, b) => a - b).slice(Math.max(0, savedIds.length - newIds.length))
  return new Map(
    newIds.flatMap((id, index) => (assignedIds[index] === undefined ? [] : [[id, assignedIds[index]] as const])),
  )
}

/** New ids for items that another author deleted and that are created again. */
export const missingIds = (mine: readonly number[], stored: Iterable<number>): Map<number, number> => {
  const storedIds = new Set(stored)
  return new Map(mine.flatMap((id) => (id > 0 && !storedIds.has(id) ? [[id, freshId()] as const] : [])))
}
