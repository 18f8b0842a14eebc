import { useEffect, useState } from 'react'

/** The unsaved changes in the browser, with the revision they are based on. */
export type Kept<T> = { value: T; revision: number }

const storeName = (name: string) => `waypost-unsaved:${name}`

export function keep(name: string, change: Kept<unknown>): void {
  try {
    localStorage.setItem(storeName(name), JSON.stringify(change))
  } catch {
    // The browser stores nothing or has no space: then only the page has the changes.
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(storeName(name))
  } catch {
    // Nothing was stored.
  }
}

function readKept<T>(name: string): Kept<T> | null {
  try {
    const change = JSON.parse(localStorage.getItem(storeName(name)) ?? 'null') as Partial<Kept<T>> | null
    // An earlier release kept the bare value.
    return change && 'value' in change && typeof change.revision === 'number' ? (change as Kept<T>) : null
  } catch {
    return null
  }
}

/** Changes that a crash left behind, and what is called once the author has decided about them. */
export function useLost<T>(name: string, initial: T): [lost: Kept<T> | null, decided: () => void] {
  const [lost, setLost] = useState<Kept<T> | null>(null)
  useEffect(() => {
    const change = readKept<T>(name)
    if (change && JSON.stringify(change.value) !== JSON.stringify(initial)) setLost(change)
  }, [name, initial])
  return [lost, () => setLost(null)]
}
