import { captureInput, type FormInput, restoreInput } from './form-input.shared.ts'

type Skip = (form: HTMLFormElement) => boolean

// Module state, because the islands are redrawn. It survives an empty cart, whose page has no fields.
let rememberedInput: FormInput = new Map()

/**
 * Shows the returned page and restores all input, except in forms that `skip` matches. Content outside header and main
 * stays, because it may belong to the captcha. Returns false for an incomplete page.
 */
export function redraw(html: string, skip: Skip): boolean {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const regions = ['header:has(+ main)', 'main'].map((selector) =>
    [document, page].map((root) => root.querySelector(selector)),
  )
  if (regions.some(([current, fresh]) => !current || !fresh)) return false
  rememberedInput = new Map([...rememberedInput, ...captureInput(document, skip)])
  const focused = document.activeElement
  const place = focused?.closest<HTMLElement>('[data-place]')?.dataset.place
  for (const [current, fresh] of regions) current!.replaceWith(fresh!)
  restoreInput(document, skip, rememberedInput)
  refocus(focused, place)
  return true
}

/**
 * Focuses the element that corresponds to the previously focused one, otherwise the first control in the same place.
 */
function refocus(previous: Element | null, place: string | undefined): void {
  if (!(previous instanceof HTMLElement) || previous.isConnected || previous === document.body) return
  const candidates = [...document.querySelectorAll<HTMLElement>(`main ${previous.tagName}`)]
  const identifyingAttributes = ['name', 'form', 'data-card', 'aria-label']
  const next =
    candidates.find((element) =>
      identifyingAttributes.every((name) => element.getAttribute(name) === previous.getAttribute(name)),
    ) ??
    (place && document.querySelector<HTMLElement>(`main [data-place="${place}"] :is(button, input:not([type=hidden]))`))
  if (next) next.focus({ preventScroll: true })
}

/** The data that a browser would send for a form. */
export function bodyOf(form: HTMLFormElement, submitter: HTMLElement | null): URLSearchParams {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form, submitter)) if (typeof value === 'string') body.append(name, value)
  return body
}
