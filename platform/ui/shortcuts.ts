import { useEffect, useRef } from 'react'

/** One key of a page: what it does, in words for the help and as a function. */
export type Shortcut = {
  /** As `KeyboardEvent.key` says it ('/', 'j', 'Escape'), or 'mod+k': with Ctrl, on a Mac with Command. */
  key: string
  /** What it does, in the language of the page. */
  label: string
  /** False if the key is for someone else at this moment: the next one is asked. */
  run: () => unknown
}

const groups: { title: string; shortcuts: readonly Shortcut[] }[] = []

/**
 * Gives an island keys while it is on the page; the latest island is asked first. Keys do nothing while someone types,
 * while a dialog or menu is open, and letters and signs nothing where the reader has turned them off.
 */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const group = useRef({ title, shortcuts })
  group.current.title = title
  group.current.shortcuts = shortcuts
  useEffect(() => {
    const own = group.current
    if (groups.length === 0) document.addEventListener('keydown', onKey)
    groups.push(own)
    return () => {
      groups.splice(groups.indexOf(own), 1)
      if (groups.length === 0) document.removeEventListener('keydown', onKey)
    }
  }, [])
}

/** The keys of the page, for its help. */
export const shortcutsOfPage = (): readonly { title: string; shortcuts: readonly Shortcut[] }[] => [...groups]

function onKey(event: KeyboardEvent): void {
  const pressed = nameOf(event)
  if (pressed === null || event.defaultPrevented || event.isComposing) return
  const withMod = pressed.startsWith('mod+')
  if (!withMod && (isTyping(event.target) || isCovered(event.target))) return
  if (pressed.length === 1 && !singleKeysOn()) return
  const wanted = groups.toReversed().flatMap(({ shortcuts }) => shortcuts.filter(({ key }) => key === pressed))
  if (wanted.some(({ run }) => run() !== false)) event.preventDefault()
}

function nameOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  if (altKey) return null
  return ctrlKey || metaKey ? `mod+${key.toLowerCase()}` : key
}

const buttons = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'color', 'range'])

/** Whether keys write into what has the focus. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !buttons.has(target.type)
  return target.isContentEditable || target.matches('textarea, select, [contenteditable], [role=combobox]')
}

/** Whether a dialog or an open menu lies above the page: keys are its own. */
const isCovered = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof Element && target.closest('[popover=auto], [role=menu], [role=listbox]') !== null)

const kept = 'single-keys'

/** Letters and signs may be turned off in this browser: speech input, for one, types them without meaning a command. */
export const singleKeysOn = (): boolean => {
  try {
    return localStorage.getItem(kept) !== 'off'
  } catch {
    return true
  }
}

export function turnSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(kept)
    else localStorage.setItem(kept, 'off')
  } catch {
    // A browser that keeps nothing has them on.
  }
}
