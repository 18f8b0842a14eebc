import { pathTo } from '#platform/path-to.ts'
import { bodyOf, redraw } from './redraw.shared.ts'

const page = pathTo('/checkout')

const leavingAction = '[name=action]:is([value=pay], [value=another-buyer])'

/**
 * Whether a checkout form changes the cart and returns to the same page. All do, except for the payment form and the
 * one that switches to another buyer, whose page starts without input.
 */
export function changesCart(form: HTMLFormElement): boolean {
  const action = form.getAttribute('action')
  return action === pathTo('/cart/add') || (action === page && !form.querySelector(leavingAction))
}

/**
 * Makes forms that change the cart redraw the page instead of leaving it; input in other forms stays. Returns a
 * function that turns this off.
 */
export function changeInPlace(): () => void {
  const listeners = new AbortController()
  document.addEventListener('submit', onSubmit, { signal: listeners.signal, capture: true })
  return () => listeners.abort()
}

// Module state, because the island itself is redrawn.
let busy = false
let allowNative = false

function onSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  if (allowNative) return
  if (busy) {
    // Blocks payments, too: their total may be outdated.
    event.preventDefault()
    event.stopPropagation()
  } else if (changesCart(form)) {
    event.preventDefault()
    void send(form, event.submitter)
  }
}

async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const main = document.querySelector('main')
  busy = true
  main?.setAttribute('aria-busy', 'true')
  const result = await submit(form, bodyOf(form, submitter))
  busy = false
  main?.removeAttribute('aria-busy')
  if (result === null) submitNatively(form, submitter)
  else if (result.path !== page || !redraw(result.html, changesCart)) location.assign(result.url)
}

/** The server's response and its final URL; null if the request failed, or was refused on another page. */
async function submit(form: HTMLFormElement, body: URLSearchParams) {
  try {
    const response = await fetch(form.getAttribute('action')!, { method: 'POST', body })
    const { status, url, redirected } = response
    const path = new URL(url).pathname
    if (status >= 500 || (status >= 400 && !redirected && path !== page)) return null
    // A completed change must not be repeated only because its response was cut off.
    return { url, path, html: await response.text().catch(() => '') }
  } catch {
    return null
  }
}

function submitNatively(form: HTMLFormElement, submitter: HTMLElement | null): void {
  allowNative = true
  form.requestSubmit(submitter)
  allowNative = false
}
