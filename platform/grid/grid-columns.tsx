import { useEffect, useRef, useState } from 'react'
import { Button, SubmitButton } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PopoverContent, PopoverTrigger } from '#platform/ui/popover.tsx'
import { gridWords } from './grid.texts.ts'
import type { GridData } from './grid-data.ts'
import type { GridState } from './grid-state.shared.ts'

/**
 * Chooses the visible columns and their order; the fields belong to the surrounding form, which sends them in this
 * order.
 */
export function ColumnChooser({ data, state }: { data: GridData; state: GridState }) {
  const t = useTexts(gridWords)
  const { prefix, columns } = data
  const [names, setNames] = useState(() => {
    const columnNames = state.columns ?? []
    return [...columnNames, ...columns.map(({ name }) => name).filter((name) => !columnNames.includes(name))]
  })
  const list = useRef<HTMLUListElement>(null)
  const pressed = useRef<string>(null)
  // A moved entry keeps the focus, whichever of the two entries the browser moved.
  useEffect(() => {
    if (pressed.current) list.current?.querySelector<HTMLElement>(`[data-move="${pressed.current}"]`)?.focus()
  })
  const move = (name: string, by: 1 | -1) => {
    pressed.current = `${name} ${by}`
    const at = names.indexOf(name)
    const next = names.filter((other) => other !== name)
    next.splice(Math.max(0, at + by), 0, name)
    setNames(next)
  }
  return (
    <>
      <PopoverTrigger opens={`${prefix}grid-columns`} variant="outline">
        {t('columns')}
      </PopoverTrigger>
      <PopoverContent id={`${prefix}grid-columns`} className="max-h-96 overflow-y-auto sm:w-80">
        <ul ref={list} className="grid px-2">
          {names.map((name) => {
            const { label = name, shown = false } = columns.find((column) => column.name === name) ?? {}
            return (
              <li key={name} className="flex items-center gap-1">
                <Checkbox
                  name={`${prefix}columns`}
                  value={name}
                  label={label}
                  className="flex-1"
                  defaultChecked={state.columns ? state.columns.includes(name) : shown}
                />
                {([-1, 1] as const).map((by) => (
                  <Button
                    key={by}
                    variant="ghost"
                    size="icon-sm"
                    className="scripted"
                    data-move={`${name} ${by}`}
                    aria-label={t(by < 0 ? 'up' : 'down', { column: label })}
                    onClick={() => move(name, by)}
                  >
                    <span aria-hidden="true">{by < 0 ? '↑' : '↓'}</span>
                  </Button>
                ))}
              </li>
            )
          })}
        </ul>
        <div className="sticky -bottom-1.5 grid bg-card px-2 py-2">
          <SubmitButton size="sm">{t('apply')}</SubmitButton>
        </div>
      </PopoverContent>
    </>
  )
}
