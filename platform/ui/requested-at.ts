let partRequest: number | null = null

/** Records when the part that the page shows from now on was requested, by `performance.now()`. */
export const partRequestedAt = (at: number): void => {
  partRequest = at
}

/** When the shown page, or the part that has replaced its own, was requested. For the browser. */
export function requestedAt(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return partRequest ?? (page?.requestStart || performance.now())
}
