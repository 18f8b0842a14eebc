/**
 * Loads a file of the build; undefined once `mark` has left the page. A load that fails on a bad connection is retried
 * with growing delays, and immediately when the connection is back or `host` is pressed.
 */
export async function fetchChunk<T>(load: () => Promise<T>, mark: Element, host: Element): Promise<T | undefined> {
  for (let waitMs = 2_000; mark.isConnected; waitMs *= 2) {
    try {
      return await load()
    } catch (error) {
      console.error(error)
      await new Promise((resolve) => {
        setTimeout(resolve, waitMs)
        addEventListener('online', resolve)
        host.addEventListener('click', resolve)
      })
    }
  }
}
