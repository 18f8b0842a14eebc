const cookie = 'leaver'

/** Whether this browser has seen the offer, by its cookies. */
export const wasOffered = (cookies: string): boolean => new RegExp(`(?:^|;\\s*)${cookie}=1(?:;|$)`).test(cookies)

/** A year; the server only reads it, because only the browser knows that the offer was shown. */
export const offeredCookie = (secure: boolean): string =>
  `${cookie}=1; Path=/; Max-Age=31536000; SameSite=Lax${secure ? '; Secure' : ''}`

/** On phones, manual scrolling moves in small steps; a jump toward the address bar is this long and this fast. */
const leap = { pixels: 400, milliseconds: 1_000 } as const

/** Detects a jump back up from successive positions, in pixels and milliseconds. */
export function upwardLeaps(): (y: number, at: number) => boolean {
  let recent: { y: number; at: number }[] = []
  return (y, at) => {
    recent = [...recent.filter((position) => at - position.at <= leap.milliseconds), { y, at }]
    return Math.max(...recent.map((position) => position.y)) - y >= leap.pixels
  }
}

/** For this many milliseconds after the last key, someone counts as typing. */
const typingLasts = 10_000

const isField = (target: unknown): boolean =>
  target instanceof Element && target.matches('input, select, textarea, [contenteditable]')

/** Whether the buyer is busy with another dialog, the errors of a refused form, or a payment. */
const isOccupied = (): boolean =>
  document.querySelector('dialog[open], :popover-open, [aria-invalid="true"], [aria-busy="true"]') !== null ||
  isField(document.activeElement)

type Timing = { mobileSeconds: number; scrollup: boolean }

/**
 * Calls `leave` once when the visitor seems about to leave: with a mouse, when it exits at the top; on phones after
 * `mobileSeconds` or, with `scrollup`, on a jump upwards. Never while they are busy or have just typed: a phone then
 * waits, and after the first payment attempt watching ends. Returns a function that ends it.
 */
export function watchExit({ mobileSeconds, scrollup }: Timing, leave: () => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let typedAt = Number.NEGATIVE_INFINITY
  const claimOnce = (): boolean => {
    if (isOccupied() || performance.now() - typedAt < typingLasts) return false
    stop.abort()
    leave()
    return true
  }
  document.addEventListener('input', () => (typedAt = performance.now()), { signal, capture: true })
  if (matchMedia('(pointer: coarse)').matches) {
    let timer = setTimeout(function due() {
      if (!claimOnce()) timer = setTimeout(due, typingLasts)
    }, mobileSeconds * 1_000)
    signal.addEventListener('abort', () => clearTimeout(timer))
    const leapt = upwardLeaps()
    const scrolled = () => {
      if (leapt(scrollY, performance.now())) claimOnce()
    }
    if (scrollup) addEventListener('scroll', scrolled, { passive: true, signal })
  } else {
    const onMouseOut = ({ clientY, relatedTarget }: MouseEvent) => {
      if (relatedTarget === null && clientY <= 0) claimOnce()
    }
    document.addEventListener('mouseout', onMouseOut, { signal })
  }
  // A paying buyer is not leaving, whatever the result: refusals in place reach this listener first.
  document.addEventListener('submit', () => stop.abort(), { signal, capture: true })
  return () => stop.abort()
}
