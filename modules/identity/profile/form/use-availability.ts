import { useEffect, useState } from 'react'

export type Availability = 'unasked' | 'asking' | 'free' | 'taken'

/** How long someone must have stopped typing before the server is asked. */
const pause = 500

/**
 * Whether the server says that a text is free, asked when the typing pauses. What the person has already needs no
 * question; where the server does not answer, saving will tell.
 */
export function useAvailability(
  typed: string,
  had: string,
  isFree: (text: string) => Promise<boolean | null>,
): Availability {
  const [known, setKnown] = useState<{ text: string; free: boolean | null } | null>(null)
  const text = typed.trim()
  const asks = text !== '' && text.toLowerCase() !== had.toLowerCase()
  useEffect(() => {
    if (!asks) return
    let current = true
    const timer = setTimeout(async () => {
      const free = await isFree(text)
      if (current) setKnown({ text, free })
    }, pause)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [text, asks, isFree])
  if (!asks) return 'unasked'
  if (known?.text !== text) return 'asking'
  return known.free === null ? 'unasked' : known.free ? 'free' : 'taken'
}
