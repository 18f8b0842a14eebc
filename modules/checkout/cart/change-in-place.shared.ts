import { pathTo } from '#platform/path-to.ts'
import { bodyOf, redraw } from './redraw.shared.ts'

const page = pathTo('/checkout')

const leaves = '[name=action]:is([value=pay], [value=another-buyer])'

/**
 * Whether a checkout form changes the cart and returns to the same page. All do, except payment and the form for
 * another buyer, who has not typed or agreed to anything.
 */
export function changesCart(form: HTMLFormElement): boolean {
  const action = form.getAttribute('action')
  return action === pathTo('/cart/add') || (action === page && !form.querySelector(leaves))
}

/**
 * While active, forms that change the cart don't leave the page: its content is redrawn, and input in other forms
 * stays. Returns a function that ends it.
 */
export function changeInPlace(): () => void {
  const stop = new AbortController()
  document.addEventListener('submit', onSubmit, { signal: stop.signal, capture: true })
  return () => stop.abort()
}

// Page state: the island itself is redrawn.
let busy = false
let letThrough = false

function onSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  if (letThrough) return
  if (busy) {
    // Not even a payment may start, because its total may be outdated.
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
  if (result === null) sendAsBrowsersDo(form, submitter)
  else if (result.path !== page || !redraw(result.html, changesCart)) location.assign(result.url)
}

/** The server's response and its final address; null if nothing was done, or the reason is on another page. */
async function submit(form: HTMLFormElement, body: URLSearchParams) {
  try {
    const response = await fetch(form.getAttribute('action')!, { method: 'POST', body })
    const { status, url, redirected } = response
    const path = new URL(url).pathname
    if (status >= 500 || (status >= 400 && !redirected && path !== page)) return null
    // A completed change must not be repeated because its page did not fully arrive.
    return { url, path, html: await response.text().catch(() => '') }
  } catch {
    return null
  }
}

function sendAsBrowsersDo(form: HTMLFormElement, submitter: HTMLElement | null): void {
  letThrough = true
  form.requestSubmit(submitter)
  letThrough = false
}
