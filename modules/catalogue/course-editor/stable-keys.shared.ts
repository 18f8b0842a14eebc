/** The ids that new items had in this page before they were saved, by the ids that the server gave them. */
const before = new Map<number, number>()

/** The id that the server gave to an item, which keeps its place in the page: no cursor and no open dialog is lost. */
export function adoptId(ids: ReadonlyMap<number, number>, id: number): number {
  const given = ids.get(id)
  if (given === undefined || given === id) return id
  before.set(given, id)
  return given
}

/** What names an item in the page as long as the page is open. */
export const keyOf = (id: number): number => before.get(id) ?? id
