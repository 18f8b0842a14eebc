import { pathTo } from '#platform/path-to.ts'
import { bodyOf, redraw } from './redraw.shared.ts'

const page = pathTo('/checkout')

const leaves = '[name=action]:is([value=pay], [value=another-buyer])'

/**
 * Whether a form of the checkout changes the cart and comes back to the same page: all of them except the one that
 * pays, and the one for another buyer, who has typed nothing and agreed to nothing.
 */
export function changesCart(form: HTMLFormElement): boolean {
  const action = form.getAttribute('action')
  return action === pathTo('/cart/add') || (action === page && !form.querySelector(leaves))
}

/**
 * While it is on, forms that change the cart do not leave the page: what it shows is drawn again, and what someone has
 * typed into the others stays. Gives what ends it.
 */
export function changeInPlace(): () => void {
  const stop = new AbortController()
  document.addEventListener('submit', onSubmit, { signal: stop.signal, capture: true })
  return () => stop.abort()
}

// Of the page, not of the island, which is drawn again with it.
let busy = false
let letThrough = false

function onSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  if (letThrough) return
  if (busy) {
    // Not even a payment: its total may be another one by now.
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
  const answer = await ask(form, bodyOf(form, submitter))
  busy = false
  main?.removeAttribute('aria-busy')
  if (answer === null) sendAsBrowsersDo(form, submitter)
  else if (answer.path !== page || !redraw(answer.html, changesCart)) location.assign(answer.url)
}

/** What the server answers, and from where in the end; null where it has done nothing, or says why on a page of its own. */
async function ask(form: HTMLFormElement, body: URLSearchParams) {
  try {
    const answer = await fetch(form.getAttribute('action')!, { method: 'POST', body })
    const { status, url, redirected } = answer
    const path = new URL(url).pathname
    if (status >= 500 || (status >= 400 && !redirected && path !== page)) return null
    // What has been done is not done again because its page did not arrive whole.
    return { url, path, html: await answer.text().catch(() => '') }
  } catch {
    return null
  }
}

function sendAsBrowsersDo(form: HTMLFormElement, submitter: HTMLElement | null): void {
  letThrough = true
  form.requestSubmit(submitter)
  letThrough = false
}
