import { useState } from 'react'
import type { GridData } from './grid-data.ts'
import { nextPage, previousPage } from './grid-state.shared.ts'
import type { GridRows } from './use-grid-rows.ts'

/** The row shown beside the list, and functions that show another row, the next or the previous one. */
export type ShownRow = {
  looked: number | null
  look: (key: number | null) => void
  step: (by: 1 | -1) => Promise<void>
}

export function useRowPanel(data: GridData, { current, show }: GridRows): ShownRow {
  const [looked, setLooked] = useState<number | null>(null)
  const look = (key: number | null) => {
    // Returns the focus to the row.
    if (key === null && looked !== null) document.querySelector<HTMLElement>(`tr[data-key="${looked}"]`)?.focus()
    setLooked(key)
  }
  async function step(by: 1 | -1) {
    const next = current.rows[current.rows.findIndex((row) => row[data.key] === looked) + by]
    if (next) return setLooked(next[data.key] as number)
    const page = by === 1 ? nextPage(current) : previousPage(current)
    if (!page) return
    const rows = await show(page)
    const first = rows?.at(by === 1 ? 0 : -1)
    if (first) setLooked(first[data.key] as number)
  }
  return { looked, look, step }
}
