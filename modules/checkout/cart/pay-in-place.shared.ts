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

/** Whether a form pays: it then names its payment. */
const pays = (form: HTMLFormElement): boolean => form.querySelector('[name=intent_id]') !== null

/**
 * While active, a payment leaves its page only on success: a refusal is shown in place and all input stays, including
 * card and password. Returns a function that ends it.
 */
export function payInPlace(): () => void {
  const stop = new AbortController()
  const endChecks = checkInPlace(pays)
  // After the form's islands, which may cancel it.
  document.addEventListener('submit', onSubmit, { signal: stop.signal })
  document.addEventListener('change', closeAgreed, { signal: stop.signal })
  return () => {
    endChecks()
    stop.abort()
  }
}

/** Closes a sheet of disclaimers once they are accepted; the focus returns to its button. */
function closeAgreed({ target: tick }: Event): void {
  if (!(tick instanceof HTMLInputElement) || tick.name !== 'accepted' || !tick.checked) return
  tick.closest<HTMLElement>('[popover]')?.hidePopover()
}

let busy = false

function onSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  if (event.defaultPrevented || !pays(form)) return
  event.preventDefault()
  if (!busy) void send(form, event.submitter)
}

async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  busy = true
  const main = document.querySelector('main')
  main?.setAttribute('aria-busy', 'true')
  const body = bodyOf(form, submitter)
  // A promo code that was typed and not applied belongs to another form.
  body.append('code', document.querySelector<HTMLInputElement>('[form=promo]')?.value ?? '')
  const answer = await submit(form, body)
  main?.removeAttribute('aria-busy')
  busy = false
  if (answer.next) location.assign(answer.next)
  else if (redraw(answer.html, changesCart)) showRefusal()
  else showNoAnswer(answer.problem)
}

type Answer = { next?: string | null; html: string; problem: keyof typeof messages }

async function submit(form: HTMLFormElement, body: URLSearchParams): Promise<Answer> {
  try {
    const to = form.getAttribute('action') ?? location.href
    const response = await fetch(to, { method: 'POST', body, headers: { [inPlace]: '1' } })
    const html = response.status < 500 ? await response.text() : ''
    return { next: response.headers.get(nextPage), html, problem: 'broken' }
  } catch {
    return { html: '', problem: 'noAnswer' }
  }
}

/** Focuses the first wrong field, otherwise the form's error. */
function showRefusal(): void {
  const main = document.querySelector('main')
  if (!main || focusFirstProblem(main)) return
  const target = main.querySelector<HTMLElement>('[data-payment-message]') ?? main
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: target === main ? 'start' : 'center' })
}

function showNoAnswer(problem: keyof typeof messages): void {
  const place = document.querySelector<HTMLElement>('[data-payment-message]')
  const line = document.createElement('p')
  line.role = 'alert'
  line.className = 'rounded-lg bg-red-soft px-4 py-3 text-red-ink'
  line.textContent = localize(documentLocale(), messages[problem])
  place?.replaceChildren(line)
  place?.scrollIntoView({ block: 'center' })
  // As if restored from history: the form must be prepared again, because a captcha's token works once.
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
}
