import { captureInput, restoreInput, type Typed } from './typed.shared.ts'

type Skip = (form: HTMLFormElement) => boolean

// Page state: the islands are redrawn. It outlives an empty cart, whose page has no fields.
let remembered: Typed = new Map()

/**
 * Shows the returned page and restores all input, except in the forms that `skip` names. Body content outside header
 * and main may belong to the captcha, and stays. Returns false for an incomplete page.
 */
export function redraw(html: string, skip: Skip): boolean {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const parts = ['header:has(+ main)', 'main'].map((part) => [document, page].map((of) => of.querySelector(part)))
  if (parts.some(([current, fresh]) => !current || !fresh)) return false
  remembered = new Map([...remembered, ...captureInput(document, skip)])
  const before = document.activeElement
  const place = before?.closest<HTMLElement>('[data-place]')?.dataset.place
  for (const [current, fresh] of parts) current!.replaceWith(fresh!)
  restoreInput(document, skip, remembered)
  refocus(before, place)
  return true
}

/** Restores the focus at the same place, otherwise on the first control there. */
function refocus(before: Element | null, place: string | undefined): void {
  if (!(before instanceof HTMLElement) || before.isConnected || before === document.body) return
  const similar = [...document.querySelectorAll<HTMLElement>(`main ${before.tagName}`)]
  const same = ['name', 'form', 'data-card', 'aria-label']
  const next =
    similar.find((element) => same.every((name) => element.getAttribute(name) === before.getAttribute(name))) ??
    (place && document.querySelector<HTMLElement>(`main [data-place="${place}"] :is(button, input:not([type=hidden]))`))
  if (next) next.focus({ preventScroll: true })
}

/** The data that browsers would send for a form. */
export function bodyOf(form: HTMLFormElement, submitter: HTMLElement | null): URLSearchParams {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form, submitter)) if (typeof value === 'string') body.append(name, value)
  return body
}
