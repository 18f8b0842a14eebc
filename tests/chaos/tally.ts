/** The number of times that each thing happened, by name. */
export type Counts = Record<string, number>

export function openTally() {
  const counts = new Map<string, number>()
  return {
    add(name: string, times = 1): void {
      counts.set(name, (counts.get(name) ?? 0) + times)
    },
    read: (): Counts => Object.fromEntries([...counts].toSorted(([a], [b]) => a.localeCompare(b))),
  }
}
