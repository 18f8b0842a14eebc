import { status } from '#modules/support/tickets/status-rules.shared.ts'
import { pathTo } from '#platform/path-to.ts'

export type Shortcut = 'next' | 'previous' | 'reply' | 'resolve' | 'search' | 'help'

const keys: Readonly<Record<string, Shortcut>> = {
  j: 'next',
  k: 'previous',
  r: 'reply',
  e: 'resolve',
  '/': 'search',
  '?': 'help',
}
const editableFields = 'input, textarea, select, [contenteditable=""], [contenteditable=true]'

/** The action of a pressed key; null while someone types, while a dialog is open, and with Ctrl, Alt or Meta. */
export function shortcutOf(event: KeyboardEvent): Shortcut | null {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return null
  const { target } = event
  if (target instanceof Element && target.closest(editableFields)) return null
  if (document.querySelector('dialog[open]')) return null
  return keys[event.key.toLowerCase()] ?? null
}

const listTicketLinks = () => [...document.querySelectorAll<HTMLAnchorElement>('a[data-ticket]')]

/** Opens the neighbor of an open ticket; in the list alone it selects the neighbor, and Enter opens it. */
function goTo(step: 1 | -1): boolean {
  const all = listTicketLinks()
  const open = all.findIndex((element) => element.hasAttribute('aria-current'))
  const from = open >= 0 ? open : all.indexOf(document.activeElement as HTMLAnchorElement)
  const to = from < 0 ? all.at(step === 1 ? 0 : -1) : all[from + step]
  if (!to) return false
  if (open >= 0) to.click()
  else to.focus()
  return true
}

function focus(selector: string): boolean {
  const field = document.querySelector<HTMLElement>(selector)
  // Skips hidden elements, such as the list beside a ticket on a narrow screen.
  if (!field || field.getClientRects().length === 0) return false
  field.focus()
  return true
}

/** Selects 'Resolved' and leaves submitting to Enter: a single key changes nothing. */
function chooseResolved(): boolean {
  const choice = document.querySelector<HTMLSelectElement>('select[name=status]')
  const resolvedValue = String(status.resolved)
  if (!choice || ![...choice.options].some(({ value }) => value === resolvedValue)) return false
  choice.value = resolvedValue
  choice.form?.querySelector<HTMLElement>('[type=submit]')?.focus()
  return true
}

const searchElsewhere = pathTo('/support', { query: { view: 'list' } })

/** Performs a shortcut; false if it does not apply to the page. */
export function performShortcut(shortcut: Exclude<Shortcut, 'help'>): boolean {
  if (shortcut === 'next' || shortcut === 'previous') return goTo(shortcut === 'next' ? 1 : -1)
  if (shortcut === 'reply') return focus('form textarea[name=message]')
  if (shortcut === 'resolve') return chooseResolved()
  if (focus('input[type=search][name=search]')) return true
  location.assign(searchElsewhere)
  return true
}
