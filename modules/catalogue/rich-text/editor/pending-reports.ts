/** The reports that open editors still hold back. */
const reports = new Set<() => void>()

/** Registers an editor's pending report; the result removes it. */
export function addReport(report: () => void): () => void {
  reports.add(report)
  return () => void reports.delete(report)
}

/** Lets all open editors report what was typed, before the edited value is merged or replaced. */
export function flushReports(): void {
  for (const report of [...reports]) report()
}
