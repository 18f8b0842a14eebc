import { flushSync } from 'react-dom'
import { documentLocale, localize, texts } from '#platform/texts.ts'
import { errorClasses } from './field.tsx'

const messages = texts({
  missing: ['Fill in this field.', 'Complete este campo.'],
  wrong: ['Check this field.', 'Revise este campo.'],
})

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Sent to a form before submitting: an island that validates its own fields cancels the event if one is wrong. */
export const validateEvent = 'judge'

/**
 * While active, the forms that `appliesTo` selects show errors at their fields, with the texts of `data-missing` and
 * `data-wrong`, instead of the browser's bubbles: when a filled field loses focus, and for all fields on submit, with
 * the first wrong field focused. Returns a function that ends it.
 */
export function checkInPlace(appliesTo: (form: HTMLFormElement) => boolean): () => void {
  const controller = new AbortController()
  const { signal } = controller
  for (const form of document.forms) if (appliesTo(form)) form.noValidate = true
  document.addEventListener('submit', (event) => refuse(event, appliesTo), { signal, capture: true })
  const addListener = (event: 'focusout' | 'input', validate: (field: Control) => void) =>
    document.addEventListener(
      event,
      ({ target }) => isControl(target) && target.form && appliesTo(target.form) && validate(target),
      { signal },
    )
  addListener('focusout', (field) => field.value !== '' && !field.checkValidity() && showProblem(field))
  // A value that the server refused may be correct after an edit.
  addListener(
    'input',
    (field) => isFlagged(field) && (field.checkValidity() ? clearProblem(field) : showProblem(field)),
  )
  return () => controller.abort()
}

const isFlagged = (field: Control): boolean => field.getAttribute('aria-invalid') === 'true'

function refuse(event: SubmitEvent, appliesTo: (form: HTMLFormElement) => boolean): void {
  const form = event.target as HTMLFormElement
  // A form that an island has validated and prepared is already on its way.
  if (!appliesTo(form) || form.dataset.ready !== undefined) return
  const invalidFields = [...form.elements].filter((field) => isControl(field) && !field.checkValidity()) as Control[]
  for (const field of invalidFields) showProblem(field)
  // React must render the errors of islands before the first one is searched for.
  const isValid = flushSync(() => form.dispatchEvent(new Event(validateEvent, { cancelable: true })))
  if (invalidFields.length === 0 && isValid) return
  event.preventDefault()
  event.stopImmediatePropagation()
  // A field without an error slot falls back to the browser's bubble.
  if (!focusFirstProblem(form)) form.reportValidity()
}

const isControl = (element: unknown): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement

/** Shows and focuses the first wrong field. Returns false if there is none. */
export function focusFirstProblem(root: ParentNode): boolean {
  const fields = root instanceof HTMLFormElement ? [...root.elements] : []
  const field =
    root.querySelector<HTMLElement>('[aria-invalid=true]') ??
    // A field may belong to a form elsewhere on the page.
    fields.find((field): field is HTMLElement => field.getAttribute('aria-invalid') === 'true')
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
  const { missing = localize(locale, messages.missing), wrong = localize(locale, messages.wrong) } = field.dataset
  return valueMissing ? missing : wrong
}

/** The place for a field's error: at the end of its label. */
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
    line.className = errorClasses
    place.root.append(line)
  }
  const mark = document.createElement('span')
  mark.ariaHidden = 'true'
  mark.textContent = '!'
  line.replaceChildren(mark, problemOf(field))
  line.hidden = false
  const describedBy = new Set((field.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean)).add(place.id)
  field.setAttribute('aria-describedby', [...describedBy].join(' '))
  field.setAttribute('aria-invalid', 'true')
}

function clearProblem(field: Control): void {
  field.removeAttribute('aria-invalid')
  const line = document.getElementById(placeOf(field)?.id ?? '')
  if (line) line.hidden = true
}
