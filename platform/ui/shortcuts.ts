import { useEffect, useRef } from 'react'

/** A keyboard shortcut of a page: its help text and its function. */
export type Shortcut = {
  /** A `KeyboardEvent.key` ('/', 'j', 'Escape'), or 'mod+k': with Ctrl, on a Mac with Command. */
  key: string
  /** The help text in the page's language. */
  label: string
  /** Returns false to pass the key to the next shortcut. */
  run: () => unknown
}

const groups: { title: string; shortcuts: readonly Shortcut[] }[] = []

/**
 * Registers an island's shortcuts while it is mounted; the latest island comes first. Shortcuts are off while someone
 * types and while a dialog or menu is open; single characters are also off if the reader has disabled them.
 */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const group = useRef({ title, shortcuts })
  group.current.title = title
  group.current.shortcuts = shortcuts
  useEffect(() => {
    const shortcuts = group.current
    if (groups.length === 0) document.addEventListener('keydown', onKey)
    groups.push(shortcuts)
    return () => {
      groups.splice(groups.indexOf(shortcuts), 1)
      if (groups.length === 0) document.removeEventListener('keydown', onKey)
    }
  }, [])
}

/** The page's shortcuts, for its help. */
export const shortcutsOfPage = (): readonly { title: string; shortcuts: readonly Shortcut[] }[] => [...groups]

function onKey(event: KeyboardEvent): void {
  const pressed = nameOf(event)
  if (pressed === null || event.defaultPrevented || event.isComposing) return
  const withMod = pressed.startsWith('mod+')
  if (!withMod && (isTyping(event.target) || isCovered(event.target))) return
  if (pressed.length === 1 && !singleKeysOn()) return
  const matches = groups.toReversed().flatMap(({ shortcuts }) => shortcuts.filter(({ key }) => key === pressed))
  if (matches.some(({ run }) => run() !== false)) event.preventDefault()
}

function nameOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  if (altKey) return null
  return ctrlKey || metaKey ? `mod+${key.toLowerCase()}` : key
}

const buttons = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'color', 'range'])

/** Whether keys type into the focused element. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !buttons.has(target.type)
  return target.isContentEditable || target.matches('textarea, select, [contenteditable], [role=combobox]')
}

/** Whether a dialog or open menu covers the page and takes the keys. */
const isCovered = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof Element && target.closest('[popover=auto], [role=menu], [role=listbox]') !== null)

const storageKey = 'single-keys'

/**
 * Single-character shortcuts can be disabled in this browser: speech input, for example, types characters that are not
 * meant as commands.
 */
export const singleKeysOn = (): boolean => {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

export function turnSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // Without storage they are on.
  }
}
