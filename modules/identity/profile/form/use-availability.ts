import { useEffect, useState } from 'react'

export type Availability = 'unasked' | 'asking' | 'free' | 'taken'

/** Milliseconds without typing before the server is asked. */
const typingPauseMs = 500

/**
 * Whether a text is available according to the server, checked when typing pauses. The person's current value needs no
 * check; if the server does not respond, saving will report it.
 */
export function useAvailability(
  input: string,
  initial: string,
  isFree: (text: string) => Promise<boolean | null>,
): Availability {
  const [result, setResult] = useState<{ text: string; free: boolean | null } | null>(null)
  const text = input.trim()
  const needsCheck = text !== '' && text.toLowerCase() !== initial.toLowerCase()
  useEffect(() => {
    if (!needsCheck) return
    let isCurrent = true
    const timer = setTimeout(async () => {
      const isAvailable = await isFree(text)
      if (isCurrent) setResult({ text, free: isAvailable })
    }, typingPauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text, needsCheck, isFree])
  if (!needsCheck) return 'unasked'
  if (result?.text !== text) return 'asking'
  if (result.free === null) return 'unasked'
  return result.free ? 'free' : 'taken'
}
