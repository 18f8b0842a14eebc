const fetched = new Set<string>()

/** Fetches files into the browser's cache, each once, unless the browser saves data. Failures are ignored. */
export function prefetchFiles(addresses: readonly string[]): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  for (const address of addresses) {
    if (fetched.has(address)) continue
    fetched.add(address)
    // The browser caches a response only after it is read completely.
    fetch(address, { priority: 'low' })
      .then((response) => response.blob())
      .catch(() => fetched.delete(address))
  }
}
