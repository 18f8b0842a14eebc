import { useEffect, useState } from 'react'

/** The unsaved changes in the browser, with the revision they are based on. */
export type Kept<T> = { value: T; revision: number }

const storeName = (name: string) => `waypost-unsaved:${name}`

export function keep(name: string, kept: Kept<unknown>): void {
  try {
    localStorage.setItem(storeName(name), JSON.stringify(kept))
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
    const kept = JSON.parse(localStorage.getItem(storeName(name)) ?? 'null') as Partial<Kept<T>> | null
    // An earlier release kept the bare value.
    return kept && 'value' in kept && typeof kept.revision === 'number' ? (kept as Kept<T>) : null
  } catch {
    return null
  }
}

/** Changes that a crash left behind, and what is called once the author has decided about them. */
export function useLost<T>(name: string, initial: T): [lost: Kept<T> | null, decided: () => void] {
  const [lost, setLost] = useState<Kept<T> | null>(null)
  useEffect(() => {
    const kept = readKept<T>(name)
    if (kept && JSON.stringify(kept.value) !== JSON.stringify(initial)) setLost(kept)
  }, [name, initial])
  return [lost, () => setLost(null)]
}
