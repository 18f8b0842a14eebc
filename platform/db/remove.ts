/** Removes an item from a list; returns whether it was there. */
export function remove<T>(list: T[], item: T): boolean {
  const index = list.indexOf(item)
  if (index >= 0) list.splice(index, 1)
  return index >= 0
}
