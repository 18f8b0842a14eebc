import { documentLocale, localize, texts } from '#platform/texts.ts'
import { checkInPlace, focusFirstProblem } from '#platform/ui/check-in-place.ts'
import { inPlace, nextPage } from '#platform/web/in-place.ts'
import { changesCart } from './change-in-place.shared.ts'
import { bodyOf, redraw } from './redraw.shared.ts'

const messages = texts({
  noAnswer: [
    "We couldn't reach the server. Check your connection and press the button again. You won't be charged twice.",
    'No pudimos conectarnos con el servidor. Revise su conexión y vuelva a presionar el botón. No se le cobrará dos veces.',
  ],
  broken: [
    "Something went wrong on our side. Press the button again. You won't be charged twice.",
    'Tuvimos un problema. Vuelva a presionar el botón. No se le cobrará dos veces.',
  ],
})

/** Whether a form submits a payment: only payment forms have an intent. */
const isPaymentForm = (form: HTMLFormElement): boolean => form.querySelector('[name=intent_id]') !== null

/**
 * Makes payments leave the page only on success: a refusal is shown in place, and all input stays, including the card
 * and the password. Returns a function that turns this off.
 */
export function payInPlace(): () => void {
  const listeners = new AbortController()
  const endChecks = checkInPlace(isPaymentForm)
  // Added after the listeners of the form's islands, which may cancel the submission.
  document.addEventListener('submit', onSubmit, { signal: listeners.signal })
  document.addEventListener('change', closeAcceptedSheet, { signal: listeners.signal })
  return () => {
    endChecks()
    listeners.abort()
  }
}

/** Closes the sheet of disclaimers once they are accepted; the focus returns to the button that opened it. */
function closeAcceptedSheet({ target: checkbox }: Event): void {
  if (!(checkbox instanceof HTMLInputElement) || checkbox.name !== 'accepted' || !checkbox.checked) return
  checkbox.closest<HTMLElement>('[popover]')?.hidePopover()
}

let busy = false

function onSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  if (event.defaultPrevented || !isPaymentForm(form)) return
  event.preventDefault()
  if (!busy) void send(form, event.submitter)
}

async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  busy = true
  const main = document.querySelector('main')
  main?.setAttribute('aria-busy', 'true')
  const body = bodyOf(form, submitter)
  // The field for the promo code belongs to another form; the code may have been typed but not applied.
  body.append('code', document.querySelector<HTMLInputElement>('[form=promo]')?.value ?? '')
  const result = await submit(form, body)
  main?.removeAttribute('aria-busy')
  busy = false
  if (result.next) location.assign(result.next)
  else if (redraw(result.html, changesCart)) showRefusal()
  else showFailure(result.problem)
}

type SubmitResult = { next?: string | null; html: string; problem: keyof typeof messages }

async function submit(form: HTMLFormElement, body: URLSearchParams): Promise<SubmitResult> {
  try {
    const url = form.getAttribute('action') ?? location.href
    const response = await fetch(url, { method: 'POST', body, headers: { [inPlace]: '1' } })
    const html = response.status < 500 ? await response.text() : ''
    return { next: response.headers.get(nextPage), html, problem: 'broken' }
  } catch {
    return { html: '', problem: 'noAnswer' }
  }
}

/** Focuses the first invalid field, otherwise the form's error. */
function showRefusal(): void {
  const main = document.querySelector('main')
  if (!main || focusFirstProblem(main)) return
  const target = main.querySelector<HTMLElement>('[data-payment-message]') ?? main
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: target === main ? 'start' : 'center' })
}

function showFailure(problem: keyof typeof messages): void {
  const messageArea = document.querySelector<HTMLElement>('[data-payment-message]')
  const alert = document.createElement('p')
  alert.role = 'alert'
  alert.className = 'rounded-lg bg-red-soft px-4 py-3 text-red-ink'
  alert.textContent = localize(documentLocale(), messages[problem])
  messageArea?.replaceChildren(alert)
  messageArea?.scrollIntoView({ block: 'center' })
  // Makes the islands prepare the form again, as if restored from history, because a captcha token works only once.
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
}
