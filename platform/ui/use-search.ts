import { useCallback, useEffect, useRef, useState } from 'react'
import type { Option } from './native-select.tsx'

const waitMs = 200

/** Finds matches for the text; rejects if the search failed. */
export type Search<T = Option> = (text: string, signal: AbortSignal) => Promise<readonly T[]>

export type SearchResults<T = Option> = { state: 'idle' | 'loading' | 'ready' | 'failed'; options: readonly T[] }

type UseSearch<T> = { results: SearchResults<T>; ask: (text: string) => void; retry: () => void }

/** The matches for the latest text, once typing pauses; outdated results are dropped. */
export function useSearch<T = Option>(search: Search<T> | null): UseSearch<T> {
  const [results, setResults] = useState<SearchResults<T>>({ state: 'idle', options: [] })
  const pending = useRef<AbortController>(null)
  const latestText = useRef('')
  const latestRef = useRef(search)
  latestRef.current = search
  useEffect(() => () => pending.current?.abort(), [])
  const startSearch = useCallback((text: string) => {
    const find = latestRef.current
    if (!find) return
    pending.current?.abort()
    latestText.current = text
    const controller = new AbortController()
    pending.current = controller
    const { signal } = controller
    setResults(({ options }) => ({ state: 'loading', options }))
    const timer = setTimeout(async () => {
      const options = await find(text, signal).catch(() => null)
      if (signal.aborted) return
      setResults(options ? { state: 'ready', options } : { state: 'failed', options: [] })
    }, waitMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
  }, [])
  const retry = useCallback(() => startSearch(latestText.current), [startSearch])
  return { results, ask: startSearch, retry }
}
