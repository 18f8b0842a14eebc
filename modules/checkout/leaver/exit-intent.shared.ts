const cookie = 'leaver'

/** Whether this browser has been shown the offer, by its cookies. */
export const wasOffered = (cookies: string): boolean => new RegExp(`(?:^|;\\s*)${cookie}=1(?:;|$)`).test(cookies)

/** A year; the server reads it and never sets it, since only the browser knows that the offer was shown. */
export const offeredCookie = (secure: boolean): string =>
  `${cookie}=1; Path=/; Max-Age=31536000; SameSite=Lax${secure ? '; Secure' : ''}`

/** A phone scrolls up by hand in small steps; a leap to the address bar is this long, within this time. */
const leap = { pixels: 400, milliseconds: 1_000 } as const

/** Whether someone leaps back up: told one position after the other, in pixels and milliseconds. */
export function upwardLeaps(): (y: number, at: number) => boolean {
  let recent: { y: number; at: number }[] = []
  return (y, at) => {
    recent = [...recent.filter((one) => at - one.at <= leap.milliseconds), { y, at }]
    return Math.max(...recent.map((one) => one.y)) - y >= leap.pixels
  }
}

type Timing = { mobileSeconds: number; scrollup: boolean }

/**
 * Calls `leave` once when the visitor seems about to leave: with a mouse, when it goes out at the top; on phones after
 * `mobileSeconds` or, with `scrollup`, at a leap upwards. Gives what ends the watch.
 */
export function watchExit({ mobileSeconds, scrollup }: Timing, leave: () => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const once = () => {
    // Never in the way of another question of the page.
    if (document.querySelector('dialog[open]')) return
    stop.abort()
    leave()
  }
  if (matchMedia('(pointer: coarse)').matches) {
    const timer = setTimeout(once, mobileSeconds * 1_000)
    signal.addEventListener('abort', () => clearTimeout(timer))
    const leapt = upwardLeaps()
    const scrolled = () => {
      if (leapt(scrollY, performance.now())) once()
    }
    if (scrollup) addEventListener('scroll', scrolled, { passive: true, signal })
  } else {
    const out = ({ clientY, relatedTarget }: MouseEvent) => {
      if (relatedTarget === null && clientY <= 0) once()
    }
    document.addEventListener('mouseout', out, { signal })
  }
  // A buyer who pays is not leaving.
  document.addEventListener('submit', () => stop.abort(), { signal })
  return () => stop.abort()
}
