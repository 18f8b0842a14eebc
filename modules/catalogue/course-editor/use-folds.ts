import { useState } from 'react'

/** The chapters and sections whose parts are hidden, by their keys. */
export function useFolds() {
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  return {
    isFolded: (key: number) => folded.has(key),
    fold: (key: number) =>
      setFolded((now) => (now.has(key) ? new Set([...now].filter((item) => item !== key)) : new Set([...now, key]))),
    foldAll: (keys: readonly number[]) => setFolded(new Set(keys)),
  }
}
export type Folds = ReturnType<typeof useFolds>
