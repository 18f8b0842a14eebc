import { type RefObject, useEffect, useState } from 'react'

const prefix = 'draft:'

/** The signed-in person of the page; '' for none. */
const person = (): string => document.documentElement.dataset.person ?? ''

const keyOf = (name: string): string => `${prefix}${person()}:${name}`

/**
 * Deletes other people's drafts in this tab: at sign-out all of them, because the next page has no person. Pages that
 * the browser restores compare their person with that of the last page (web/layouts/restored.ts).
 */
export function forgetDraftsOfOthers(): void {
  try {
    localStorage.person = person()
    const personPrefix = person() === '' ? null : `${prefix}${person()}:`
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix) && (personPrefix === null || !key.startsWith(personPrefix)))
        sessionStorage.removeItem(key)
    }
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** A person's text of this tab; '' for none. */
export function readDraft(name: string): string {
  try {
    return sessionStorage.getItem(keyOf(name)) ?? ''
  } catch {
    return ''
  }
}

/** Stores a text for the person and the tab; '' deletes it. */
export function storeDraft(name: string, text: string): void {
  try {
    if (text.trim() === '') sessionStorage.removeItem(keyOf(name))
    else sessionStorage.setItem(keyOf(name), text)
  } catch {
    // Without storage a draft lasts as long as its field.
  }
}

/** Deletes a draft without changing its field. */
export const forgetDraft = (name: string): void => storeDraft(name, '')

/**
 * A text being written: it is restored when its field reappears in this tab, for the same person. `initial` is the
 * server's value from a refused form, and wins. Setting it to '' deletes it. What was typed into `field` before it was
 * hydrated is kept as well.
 */
export function useDraft(
  name: string,
  initial = '',
  field?: RefObject<HTMLTextAreaElement | null>,
): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(initial)
  // Not while hydrating: the server's HTML does not contain it.
  useEffect(() => {
    if (initial !== '') return
    const text = field?.current?.value ?? ''
    if (text !== '') storeDraft(name, text)
    setText(readDraft(name))
  }, [name, initial, field])
  const change = (next: string) => {
    storeDraft(name, next)
    setText(next)
  }
  return [text, change]
}
