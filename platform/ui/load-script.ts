const scripts = new Map<string, Promise<void>>()

/**
 * Adds a third-party script to the page once and waits until it has run. If it fails to load, the next call retries.
 */
export const loadScript = (src: string): Promise<void> => scripts.get(src) ?? addScript(src)

function addScript(src: string): Promise<void> {
  const loaded = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      scripts.delete(src)
      reject(new Error('a script did not load'))
    }
    document.head.append(script)
  })
  scripts.set(src, loaded)
  return loaded
}
