/** Beyond what an earlier page may have left in the browser's store: its new items come back under their ids. */
let last = -Math.floor(Math.random() * 1_000_000_000)

/** An id for an item that the server has not seen yet. */
export function freshId(): number {
  last -= 1
  return last
}

/** The ids that items had in this page at first, by those that they have now. */
const before = new Map<number, number>()

/** Another id for an item, which keeps its place in the page: no cursor and no open dialog is lost. */
export function adoptId(ids: ReadonlyMap<number, number>, id: number): number {
  const given = ids.get(id)
  if (given === undefined || given === id) return id
  before.set(given, keyOf(id))
  return given
}

/** What names an item in the page as long as the page is open. */
export const keyOf = (id: number): number => before.get(id) ?? id

/**
 * The ids that the server gave to the new ones of what was sent. Its ids count up, so these are the last ones, in the order
 * of what was sent; what another author added in between has earlier ones.
 */
export function givenIds(sent: readonly number[], saved: readonly number[]): Map<number, number> {
  const fresh = sent.filter((id) => id < 1)
  const given = saved.toSorted((a, b) => a - b).slice(Math.max(0, saved.length - fresh.length))
  return new Map(fresh.flatMap((id, at) => (given[at] === undefined ? [] : [[id, given[at]] as const])))
}

/** New ids for those that are no longer stored: another author deleted them, and they are made again. */
export const missingIds = (mine: readonly number[], stored: Iterable<number>): Map<number, number> => {
  const there = new Set(stored)
  return new Map(mine.flatMap((id) => (id > 0 && !there.has(id) ? [[id, freshId()] as const] : [])))
}
