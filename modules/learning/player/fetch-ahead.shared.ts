const fetched = new Set<string>()

/** Fetches files into the browser's cache, each once, unless its person saves data. A failure changes nothing. */
export function fetchAhead(addresses: readonly string[]): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  for (const address of addresses) {
    if (fetched.has(address)) continue
    fetched.add(address)
    // The cache takes a response that has been read to its end.
    fetch(address, { priority: 'low' })
      .then((response) => response.blob())
      .catch(() => fetched.delete(address))
  }
}
