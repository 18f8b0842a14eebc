import { flushSync } from 'react-dom'
import { documentLocale, pick, texts } from '#platform/texts.ts'
import { errorLook } from './field.tsx'

const words = texts({
  missing: ['Fill in this field.', 'Complete este campo.'],
  wrong: ['Check this field.', 'Revise este campo.'],
})

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Sent to a form that is about to be submitted: an island that judges its own fields prevents it where one is wrong. */
export const judgeEvent = 'judge'

/**
 * While it is on, the forms that `wanted` names show errors at their fields, in the words of `data-missing` and
 * `data-wrong`, instead of the browser's bubbles: when a filled field is left, and all together on submit, with the
 * first of them in focus. Returns how to end it.
 */
export function checkInPlace(wanted: (form: HTMLFormElement) => boolean): () => void {
  const stop = new AbortController()
  const { signal } = stop
  for (const form of document.forms) if (wanted(form)) form.noValidate = true
  document.addEventListener('submit', (event) => refuse(event, wanted), { signal, capture: true })
  const on = (event: 'focusout' | 'input', judge: (field: Control) => void) =>
    document.addEventListener(
      event,
      ({ target }) => isControl(target) && target.form && wanted(target.form) && judge(target),
      { signal },
    )
  on('focusout', (field) => field.value !== '' && !field.checkValidity() && showProblem(field))
  // What the server has refused may be right as it is now.
  on('input', (field) => isFlagged(field) && (field.checkValidity() ? clearProblem(field) : showProblem(field)))
  return () => stop.abort()
}

const isFlagged = (field: Control): boolean => field.getAttribute('aria-invalid') === 'true'

function refuse(event: SubmitEvent, wanted: (form: HTMLFormElement) => boolean): void {
  const form = event.target as HTMLFormElement
  // What an island has judged and made ready is on its way.
  if (!wanted(form) || form.dataset.ready !== undefined) return
  const wrong = [...form.elements].filter((field) => isControl(field) && !field.checkValidity()) as Control[]
  for (const field of wrong) showProblem(field)
  // React draws the errors of islands before the first one is searched for.
  const judged = flushSync(() => form.dispatchEvent(new Event(judgeEvent, { cancelable: true })))
  if (wrong.length === 0 && judged) return
  event.preventDefault()
  event.stopImmediatePropagation()
  // A field without a place for its error is named by the browser's own bubble.
  if (!focusFirstProblem(form)) form.reportValidity()
}

const isControl = (element: unknown): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement

/** The first field that is wrong, shown and in focus. False where there is none. */
export function focusFirstProblem(within: ParentNode): boolean {
  const fields = within instanceof HTMLFormElement ? [...within.elements] : []
  const field =
    within.querySelector<HTMLElement>('[aria-invalid=true]') ??
    // A field may belong to a form from elsewhere on the page.
    fields.find((one): one is HTMLElement => one.getAttribute('aria-invalid') === 'true')
  if (!field) return false
  const popover = field.closest<HTMLElement>('[popover]')
  if (popover && !popover.matches(':popover-open')) popover.showPopover()
  field.closest('details')?.setAttribute('open', '')
  field.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'center' })
  return true
}

function problemOf(field: Control): string {
  const { customError, valueMissing } = field.validity
  if (customError) return field.validationMessage
  const locale = documentLocale()
  const { missing = pick(locale, words.missing), wrong = pick(locale, words.wrong) } = field.dataset
  return valueMissing ? missing : wrong
}

/** The place for a field's error: last in what its label begins. */
function placeOf(field: Control): { id: string; root: HTMLElement } | null {
  const root = field.labels?.[0]?.parentElement
  return root ? { root, id: `${field.id || `field-${field.name}`}-error` } : null
}

function showProblem(field: Control): void {
  const place = placeOf(field)
  if (!place) return
  let line = document.getElementById(place.id)
  if (!line) {
    line = document.createElement('p')
    line.id = place.id
    line.className = errorLook
    place.root.append(line)
  }
  const mark = document.createElement('span')
  mark.ariaHidden = 'true'
  mark.textContent = '!'
  line.replaceChildren(mark, problemOf(field))
  line.hidden = false
  const described = new Set((field.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean)).add(place.id)
  field.setAttribute('aria-describedby', [...described].join(' '))
  field.setAttribute('aria-invalid', 'true')
}

function clearProblem(field: Control): void {
  field.removeAttribute('aria-invalid')
  const line = document.getElementById(placeOf(field)?.id ?? '')
  if (line) line.hidden = true
}
