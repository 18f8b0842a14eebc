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

/** Goes to the next or previous ticket: opens it if a ticket is open, otherwise focuses its link. */
function moveToTicket(step: 1 | -1): boolean {
  const links = listTicketLinks()
  const openIndex = links.findIndex((element) => element.hasAttribute('aria-current'))
  const startIndex = openIndex >= 0 ? openIndex : links.indexOf(document.activeElement as HTMLAnchorElement)
  const target = startIndex < 0 ? links.at(step === 1 ? 0 : -1) : links[startIndex + step]
  if (!target) return false
  if (openIndex >= 0) target.click()
  else target.focus()
  return true
}

function focus(selector: string): boolean {
  const field = document.querySelector<HTMLElement>(selector)
  // Skips hidden elements, such as the list beside a ticket on a narrow screen.
  if (!field || field.getClientRects().length === 0) return false
  field.focus()
  return true
}

/** Selects 'Resolved' without submitting, so that a single key changes nothing; Enter submits. */
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
  if (shortcut === 'next' || shortcut === 'previous') return moveToTicket(shortcut === 'next' ? 1 : -1)
  if (shortcut === 'reply') return focus('form textarea[name=message]')
  if (shortcut === 'resolve') return chooseResolved()
  if (focus('input[type=search][name=search]')) return true
  location.assign(searchElsewhere)
  return true
}
