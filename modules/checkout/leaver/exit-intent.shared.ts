const cookieName = 'leaver'

/** Whether the offer was already shown in this browser, according to its cookies. */
export const wasOffered = (cookies: string): boolean => new RegExp(`(?:^|;\\s*)${cookieName}=1(?:;|$)`).test(cookies)

/**
 * The cookie that marks the offer as shown, for a year. Set by the browser, because only it knows; the server reads it.
 */
export const offeredCookie = (secure: boolean): string =>
  `${cookieName}=1; Path=/; Max-Age=31536000; SameSite=Lax${secure ? '; Secure' : ''}`

/**
 * The minimum distance and maximum duration of a jump toward the address bar; normal scrolling moves in smaller steps.
 */
const jump = { pixels: 400, milliseconds: 1_000 } as const

/** Returns a function that detects jumps upwards from successive scroll positions (pixels, milliseconds). */
export function detectUpwardJumps(): (y: number, index: number) => boolean {
  let recent: { y: number; at: number }[] = []
  return (y, index) => {
    recent = [...recent.filter((position) => index - position.at <= jump.milliseconds), { y, at: index }]
    return Math.max(...recent.map((position) => position.y)) - y >= jump.pixels
  }
}

/** The visitor counts as typing until this long after the last input. */
const typingMs = 10_000

const isField = (target: unknown): boolean =>
  target instanceof Element && target.matches('input, select, textarea, [contenteditable]')

/** Whether the visitor is busy with a field, a dialog, the errors of a refused form, or a payment. */
const isOccupied = (): boolean =>
  document.querySelector('dialog[open], :popover-open, [aria-invalid="true"], [aria-busy="true"]') !== null ||
  isField(document.activeElement)

type Timing = { mobileSeconds: number; scrollup: boolean }

/**
 * Calls `onLeave` once when the visitor seems about to leave: with a mouse, when the pointer exits at the top; on touch
 * devices, after `mobileSeconds` or, with `scrollup`, on a jump upwards. Never called while the visitor is busy or
 * typing, nor after the first payment attempt. Returns a function that stops watching.
 */
export function watchExit({ mobileSeconds, scrollup }: Timing, onLeave: () => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let typedAt = Number.NEGATIVE_INFINITY
  const leaveIfIdle = (): boolean => {
    if (isOccupied() || performance.now() - typedAt < typingMs) return false
    stop.abort()
    onLeave()
    return true
  }
  document.addEventListener('input', () => (typedAt = performance.now()), { signal, capture: true })
  if (matchMedia('(pointer: coarse)').matches) {
    let timer = setTimeout(function check() {
      if (!leaveIfIdle()) timer = setTimeout(check, typingMs)
    }, mobileSeconds * 1_000)
    signal.addEventListener('abort', () => clearTimeout(timer))
    const isJump = detectUpwardJumps()
    const onScroll = () => {
      if (isJump(scrollY, performance.now())) leaveIfIdle()
    }
    if (scrollup) addEventListener('scroll', onScroll, { passive: true, signal })
  } else {
    const onMouseOut = ({ clientY, relatedTarget }: MouseEvent) => {
      if (relatedTarget === null && clientY <= 0) leaveIfIdle()
    }
    document.addEventListener('mouseout', onMouseOut, { signal })
  }
  // A buyer who submits a payment is not leaving, even if it is then refused on the same page.
  document.addEventListener('submit', () => stop.abort(), { signal, capture: true })
  return () => stop.abort()
}
