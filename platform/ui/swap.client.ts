import { swapHeader } from '#platform/web/in-place.ts'
import { unmountIslands } from './mounted-islands.ts'
import { partRequestedAt } from './requested-at.ts'
import { keepCount } from './tab-title.ts'
import { visit, visitBy } from './visit.ts'

type Part = { element: HTMLElement; title: string; address: string; requested: number }
/** How the address of a part gets into the history: as a new entry, or in place of the current one. */
type Entry = 'push' | 'replace'

let requests = 0
let latestRequest = new AbortController()
let shownAddress = addressOf(location.href)
// The scroll position of each entry of the history; the browser knows only those of whole pages.
const scrollPositions = new Map<number, number>()
let entries = 0

/**
 * Replaces the part of a page within its frame (`data-swap`) instead of loading the next page as a whole: for links of
 * the part, for its forms with `data-swap-form`, for `visit`, and for back and forward. Whatever is not a part of the
 * same frame is loaded as a whole.
 */
export function startSwapping(): void {
  history.replaceState({ ...history.state, part: 0 }, '')
  visitBy((to) => load(to, 'push'))
  addEventListener('popstate', () => {
    if (addressOf(location.href) !== shownAddress) void load(location.href, 'replace')
  })
  // A lesson that the browser restores is loaded again within its frame, so that its time counts as after a full load.
  // A hidden lesson waits until the server has confirmed the session (web/layouts/restored.ts).
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !document.documentElement.hidden) void load(location.href, 'replace')
  })
  addEventListener('restored', () => void load(location.href, 'replace'))
  // On the window, so that listeners of islands come first and may cancel.
  addEventListener('click', onClick)
  addEventListener('submit', (event) => void onSubmit(event))
}

function addressOf(href: string): string {
  const { pathname, search } = new URL(href, location.href)
  return pathname + search
}

const currentPart = () => document.querySelector<HTMLElement>('[data-swap]')

function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = (event.target as Element).closest<HTMLAnchorElement>('[data-swap] a[href]')
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin || link.hash) return
  // Files are not pages.
  if (link.pathname.startsWith('/api/')) return
  event.preventDefault()
  visit(link.href)
}

async function onSubmit(event: SubmitEvent): Promise<void> {
  const form = event.target as HTMLFormElement
  if (event.defaultPrevented || !form.matches('[data-swap] form[data-swap-form]')) return
  event.preventDefault()
  // A second press while the first one is on its way changes nothing.
  if (form.ariaBusy) return
  form.ariaBusy = 'true'
  // A field named `action` hides the property of the form.
  const action = new URL(form.getAttribute('action') ?? '', location.href).href
  const part = await request(action, { method: 'POST', body: new FormData(form, event.submitter) })
  if (part === 'outdated') return
  if (part && 'whole' in part) return location.assign(part.whole)
  if (!part || !isSameFrame(part)) return submitFullPage(form, event.submitter)
  show(part, part.address === shownAddress ? 'replace' : 'push')
}

/** The same form without a script, for its pressed button. The server takes a repeated form like the first one. */
function submitFullPage(form: HTMLFormElement, submitter: HTMLElement | null): void {
  if (submitter instanceof HTMLButtonElement && submitter.name) {
    const buttonField = document.createElement('input')
    Object.assign(buttonField, { type: 'hidden', name: submitter.name, value: submitter.value })
    form.append(buttonField)
  }
  form.submit()
}

async function load(to: string, entry: Entry): Promise<void> {
  const part = await request(to)
  if (part === 'outdated') return
  if (part && !('whole' in part) && isSameFrame(part))
    return show(part, part.address === shownAddress ? 'replace' : entry)
  const address = part && 'whole' in part ? part.whole : to
  if (entry === 'replace') location.replace(address)
  else location.assign(address)
}

/** The part at an address, the address of a page to load as a whole, or null for any other response. */
async function request(to: string, init?: RequestInit): Promise<Part | { whole: string } | null | 'outdated'> {
  latestRequest.abort()
  latestRequest = new AbortController()
  const { signal } = latestRequest
  requests += 1
  const startedAt = performance.now()
  const frame = currentPart()?.dataset.swap
  try {
    const response = await fetch(to, { ...init, signal, headers: { [swapHeader]: `${frame} ${requests}` } })
    if (response.status === 204) return { whole: response.headers.get('x-next-page') ?? response.url }
    if (response.headers.get(swapHeader) !== frame) return null
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const element = page.querySelector<HTMLElement>('[data-swap]')
    if (!element || !isAllowed(page)) return null
    for (const unscripted of element.querySelectorAll('noscript')) unscripted.remove()
    return { element, title: page.title, address: addressOf(response.url), requested: startedAt }
  } catch {
    return signal.aborted ? 'outdated' : null
  }
}

const isSameFrame = (part: Part): boolean => part.element.dataset.swap === currentPart()?.dataset.swap

/**
 * The policy and the scripts of this page stay in force: a part that needs further origins needs its own page, and so
 * does a part of a newer build.
 */
function isAllowed(page: Document): boolean {
  if (page.documentElement.dataset.build !== document.documentElement.dataset.build) return false
  const allowed = document.documentElement.dataset.origins?.split(' ') ?? []
  return page.documentElement.dataset.origins?.split(' ').every((origin) => allowed.includes(origin)) ?? true
}

function show(part: Part, entry: Entry): void {
  const isBack = entry === 'replace' && part.address === addressOf(location.href) && part.address !== shownAddress
  const top = isBack ? (scrollPositions.get(Number(history.state?.part)) ?? 0) : 0
  if (entry === 'push') {
    scrollPositions.set(Number(history.state?.part), scrollY)
    entries += 1
    history.pushState({ part: entries }, '', part.address)
  } else history.replaceState(history.state, '', part.address)
  shownAddress = part.address
  inTransition(() => {
    // Countdowns of the part start now.
    partRequestedAt(part.requested)
    const element = replacePart(part)
    scrollTo(0, top)
    focusIn(element)
  })
}

function replacePart({ element, title }: Part): HTMLElement {
  const previousPart = currentPart()!
  const next = document.importNode(element, true)
  for (const slot of next.querySelectorAll<HTMLElement>('[data-keep]')) {
    const previous = previousPart.querySelector(`[data-keep="${slot.dataset.keep}"]`)
    if (previous) slot.replaceWith(previous)
  }
  const positions = [...previousPart.querySelectorAll('[data-scroll]')].map(({ id, scrollTop }) => ({ id, scrollTop }))
  unmountIslands(previousPart)
  previousPart.replaceWith(next)
  document.title = keepCount(title)
  for (const { id, scrollTop } of positions) document.getElementById(id)?.scrollTo(0, scrollTop)
  return next
}

/** The first wrong field, otherwise the heading: a screen reader reads what has changed. */
function focusIn(part: HTMLElement): void {
  const target = part.querySelector<HTMLElement>('[autofocus]') ?? part.querySelector('h1')
  if (target?.localName === 'h1') target.tabIndex = -1
  target?.focus({ preventScroll: true })
}

function inTransition(update: () => void): void {
  const prefersNoMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (prefersNoMotion || !document.startViewTransition) {
    update()
    return
  }
  const { ready, finished } = document.startViewTransition(update)
  // A transition that the browser skips, such as in a hidden tab, still updates the page.
  for (const skipped of [ready, finished]) skipped.catch(() => {})
}
