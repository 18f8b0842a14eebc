/** The pending reports of open editors. */
const reports = new Set<() => void>()

/** Registers an editor's pending report; returns a function that removes it. */
export function addReport(report: () => void): () => void {
  reports.add(report)
  return () => void reports.delete(report)
}

/** Sends the pending reports of all open editors, before the edited value is merged or replaced. */
export function flushReports(): void {
  for (const report of [...reports]) report()
}
