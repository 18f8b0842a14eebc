import { useCallback, useEffect, useRef, useState } from 'react'
import type { Option } from './native-select.tsx'

const waitMs = 200

/** Answers what fits the text; rejects where that could not be found out. */
export type Search = (text: string, signal: AbortSignal) => Promise<readonly Option[]>

export type Found = { state: 'idle' | 'loading' | 'ready' | 'failed'; options: readonly Option[] }

type Searching = { found: Found; ask: (text: string) => void; retry: () => void }

/** What a search finds for the latest text, once typing pauses; an answer that comes too late is dropped. */
export function useSearch(search: Search | null): Searching {
  const [found, setFound] = useState<Found>({ state: 'idle', options: [] })
  const asked = useRef<AbortController>(null)
  const latestText = useRef('')
  const latest = useRef(search)
  latest.current = search
  useEffect(() => () => asked.current?.abort(), [])
  const ask = useCallback((text: string) => {
    const find = latest.current
    if (!find) return
    asked.current?.abort()
    latestText.current = text
    const asking = new AbortController()
    asked.current = asking
    const { signal } = asking
    setFound(({ options }) => ({ state: 'loading', options }))
    const timer = setTimeout(async () => {
      const answer = await find(text, signal).catch(() => null)
      if (signal.aborted) return
      setFound(answer ? { state: 'ready', options: answer } : { state: 'failed', options: [] })
    }, waitMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
  }, [])
  const retry = useCallback(() => ask(latestText.current), [ask])
  return { found, ask, retry }
}
