let partRequest: number | null = null

/** Records when the part that the page shows from now on was requested, by `performance.now()`. */
export const partRequestedAt = (index: number): void => {
  partRequest = index
}

/** The time at which the shown page or its replaced part was requested, by `performance.now()`. For the browser. */
export function requestedAt(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return partRequest ?? (page?.requestStart || performance.now())
}
