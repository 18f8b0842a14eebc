import { useEffect, useState } from 'react'

/** The unsaved changes in the browser, with the revision they are based on. */
export type StoredChange<T> = { value: T; revision: number }

const storeName = (name: string) => `waypost-unsaved:${name}`

export function storeChange(name: string, change: StoredChange<unknown>): void {
  try {
    localStorage.setItem(storeName(name), JSON.stringify(change))
  } catch {
    // The browser allows no storage or has no space, so only the page has the changes.
  }
}

export function removeStoredChange(name: string): void {
  try {
    localStorage.removeItem(storeName(name))
  } catch {
    // The browser allows no storage.
  }
}

function readStoredChange<T>(name: string): StoredChange<T> | null {
  try {
    const change = JSON.parse(localStorage.getItem(storeName(name)) ?? 'null') as Partial<StoredChange<T>> | null
    // An earlier release stored the value without a revision.
    return change && 'value' in change && typeof change.revision === 'number' ? (change as StoredChange<T>) : null
  } catch {
    return null
  }
}

/** Changes recovered after a crash, with the callback for the author's decision about them. */
export function useRecoveredChange<T>(name: string, initial: T): [lost: StoredChange<T> | null, decided: () => void] {
  const [lost, setLost] = useState<StoredChange<T> | null>(null)
  useEffect(() => {
    const change = readStoredChange<T>(name)
    if (change && JSON.stringify(change.value) !== JSON.stringify(initial)) setLost(change)
  }, [name, initial])
  return [lost, () => setLost(null)]
}
