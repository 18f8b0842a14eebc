import { useEffect, useRef } from 'react'
import { Button, LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { gridWords } from './grid.texts.ts'
import { Cell } from './grid-cell.tsx'
import type { GridData } from './grid-data.ts'
import { nextPage, previousPage } from './grid-state.shared.ts'
import { offers, refusalOf } from './row-rules.ts'
import { addressOf, nameOf } from './row-words.ts'
import type { LiveGrid } from './use-grid.ts'

type Row = LiveGrid['current']['rows'][number]

/** One row beside the list, with all its fields and actions. The list stays usable. */
export function RowPanel({ data, grid }: { data: GridData; grid: LiveGrid }) {
  const t = useTexts(gridWords)
  const { current, looked } = grid
  const heading = useRef<HTMLHeadingElement>(null)
  const at = current.rows.findIndex((row) => row[data.key] === looked)
  const row = current.rows[at]
  const open = row !== undefined
  useEffect(() => {
    if (open) heading.current?.focus()
  }, [open])
  if (!row) return null
  const key = row[data.key] as number
  const hasBefore = at > 0 || previousPage(current) !== null
  const hasNext = at < current.rows.length - 1 || nextPage(current) !== null
  return (
    <aside
      aria-label={data.prefix ? `${t('details')}: ${data.title}` : t('details')}
      className="fixed inset-y-0 end-0 z-40 flex w-96 max-w-[calc(100vw-2.5rem)] animate-[slide-from-end_180ms_ease-out] flex-col border-s bg-card shadow-over print:hidden"
    >
      <header className="flex items-center justify-between gap-2 border-b py-2 ps-5 pe-2">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 text-lg font-semibold wrap-anywhere outline-none">
          {nameOf(row, data.columns) || key}
        </h2>
        <span className="flex shrink-0">
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('previousRow')}
            disabled={!hasBefore}
            onClick={() => void grid.step(-1)}
          >
            <span aria-hidden="true">‹</span>
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('nextRow')}
            disabled={!hasNext}
            onClick={() => void grid.step(1)}
          >
            <span aria-hidden="true">›</span>
          </Button>
          <Button
            variant="link"
            size="icon"
            aria-label={t('close')}
            className="text-xl"
            onClick={() => grid.look(null)}
          >
            <span aria-hidden="true">×</span>
          </Button>
        </span>
      </header>
      <section
        aria-label={t('values')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="grid flex-1 content-start gap-4 overflow-y-auto px-5 py-4"
      >
        <dl className="grid gap-3 text-sm">
          {data.columns.map((column) => (
            <div key={column.name}>
              <dt className="text-muted-foreground">{column.label}</dt>
              <dd className="wrap-anywhere">
                <Cell column={column} row={row} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      {data.links.length + data.actions.length > 0 && (
        <footer className="flex max-h-[40dvh] flex-wrap items-start gap-2 overflow-y-auto border-t px-5 py-3">
          <RowLinks data={data} row={row} />
          <RowActions data={data} row={row} />
        </footer>
      )}
    </aside>
  )
}

type RowProps = { data: GridData; row: Row }

function RowLinks({ data, row }: RowProps) {
  const key = row[data.key] as number
  return data.links
    .filter(({ when, why }) => offers(when, row) || why)
    .map(({ label, opens, when, why }) =>
      offers(when, row) ? (
        <LinkButton key={opens + label} href={addressOf(opens, { ...row, key })} variant="outline" size="sm">
          {label}
        </LinkButton>
      ) : (
        <div key={opens + label} className="basis-full">
          <Button variant="outline" size="sm" disabled>
            {label}
          </Button>
          <p className="mt-1 text-sm text-muted-foreground">{why}</p>
        </div>
      ),
    )
}

function RowActions({ data, row }: RowProps) {
  return data.actions
    .filter((action) => offers(action.when, row) || action.why)
    .map((action) => {
      const refusal = refusalOf(data, action, row)
      return (
        <div key={action.name} className={refusal ? 'basis-full' : undefined}>
          <Button
            type="submit"
            name="action"
            value={`${action.name}:${row[data.key] as number}`}
            variant={action.danger ? 'destructive-outline' : 'outline'}
            size="sm"
            disabled={refusal !== null}
          >
            {action.label}
          </Button>
          {refusal && <p className="mt-1 text-sm text-muted-foreground">{refusal}</p>}
        </div>
      )
    })
}
