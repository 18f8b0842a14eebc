import { useEffect, useState } from 'react'

export type Availability = 'unasked' | 'asking' | 'free' | 'taken'

/** Milliseconds without typing before the server is asked. */
const pause = 500

/**
 * Whether a text is available according to the server, checked when typing pauses. The person's current value needs no
 * check; if the server does not respond, saving will report it.
 */
export function useAvailability(
  typed: string,
  had: string,
  isFree: (text: string) => Promise<boolean | null>,
): Availability {
  const [known, setKnown] = useState<{ text: string; free: boolean | null } | null>(null)
  const text = typed.trim()
  const needsCheck = text !== '' && text.toLowerCase() !== had.toLowerCase()
  useEffect(() => {
    if (!needsCheck) return
    let current = true
    const timer = setTimeout(async () => {
      const isAvailable = await isFree(text)
      if (current) setKnown({ text, free: isAvailable })
    }, pause)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [text, needsCheck, isFree])
  if (!needsCheck) return 'unasked'
  if (known?.text !== text) return 'asking'
  return known.free === null ? 'unasked' : known.free ? 'free' : 'taken'
}
