import { useCallback, useRef, useState } from 'react'
import { callApi } from '#platform/ui/api.ts'
import { untypedCalls } from './grid-calls.ts'
import type { GridData } from './grid-data.ts'

const pauseMs = 800

export type GridLayout = {
  /** Column widths in steps, and the function that changes one; `final` stores it. */
  widths: Readonly<Record<string, number>>
  widen: (column: string, step: number, final: boolean) => void
  saveColumns: (columns: string[] | null) => void
  saveOrder: (columns: string[]) => void
}

/** Columns and their widths, stored for this person once they have stopped changing them. */
export function useGridLayout({ grid, widths: first }: GridData): GridLayout {
  const [widths, setWidths] = useState(first)
  const latest = useRef(widths)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const keep = useCallback(
    (body: object) =>
      void callApi((api) => untypedCalls(api).PUT('/grid/layout', { body: { grid, ...body } }), { quiet: true }),
    [grid],
  )
  const saveColumns = useCallback((columns: string[] | null) => keep({ columns: columns ?? [] }), [keep])
  const orderTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const saveOrder = useCallback(
    (columns: string[]) => {
      clearTimeout(orderTimer.current)
      orderTimer.current = setTimeout(() => saveColumns(columns), pauseMs)
    },
    [saveColumns],
  )
  const widen = useCallback<GridLayout['widen']>(
    (column, step, final) => {
      const { [column]: _removed, ...others } = latest.current
      latest.current = step === 0 ? others : { ...others, [column]: step }
      setWidths(latest.current)
      clearTimeout(timer.current)
      if (final) timer.current = setTimeout(() => keep({ widths: latest.current }), pauseMs)
    },
    [keep],
  )
  return { widths, widen, saveColumns, saveOrder }
}
