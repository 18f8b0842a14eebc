import { type MouseEvent, type SubmitEvent, useRef } from 'react'
import { Alert } from '#platform/ui/alert.tsx'
import { Button, LinkButton } from '#platform/ui/button.tsx'
import { cn } from '#platform/ui/cn.ts'
import { Empty } from '#platform/ui/empty.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { shared } from '#platform/ui/shared.tsx'
import { ShortcutHelp } from '#platform/ui/shortcut-help.tsx'
import { FilterChips } from './filter-chips.tsx'
import { gridWords } from './grid.texts.ts'
import { GridAsking, GridQuestion } from './grid-asking.tsx'
import type { GridData } from './grid-data.ts'
import { GridExport } from './grid-export.tsx'
import { GridForm } from './grid-filters.tsx'
import { RunningMatching } from './grid-matching.tsx'
import { useSelection } from './grid-selection.shared.ts'
import { firstPage, hrefOf, readState, splitParams } from './grid-state.shared.ts'
import { GridSwitches } from './grid-switches.tsx'
import { GridPaging, GridTable } from './grid-table.tsx'
import { GridViews, ViewNotice } from './grid-views.tsx'
import { RowPanel } from './row-panel.tsx'
import { useGrid } from './use-grid.ts'
import { useGridKeys } from './use-grid-keys.ts'

/** Filters, table and paging of any grid. Without scripts they are plain links and forms of the page. */
export default island('platform/grid', { when: 'load', shares: shared() }, GridView)

function GridView({ data }: { data: GridData }) {
  const grid = useGrid(data)
  const { current } = grid
  const { selected, matching } = useSelection(data)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const root = useRef<HTMLDivElement>(null)
  useGridKeys(root, data, grid)
  const stateOf = (params: URLSearchParams) => readState(splitParams(params, data.prefix).own, data)

  function onClick(event: MouseEvent<HTMLElement>) {
    const link = (event.target as Element).closest('a')
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!link || !plain || link.pathname !== data.path || link.dataset.reload !== undefined) return
    event.preventDefault()
    void grid.show({ ...stateOf(new URL(link.href).searchParams), columns: current.state.columns })
  }

  function onFilter(form: HTMLFormElement, typed: boolean) {
    clearTimeout(typing.current)
    const params = new URLSearchParams([...new FormData(form)] as [string, string][])
    const next = stateOf(params)
    typing.current = setTimeout(() => grid.show(next, { typed }), typed ? 300 : 0)
  }

  function onAct(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const pressed = event.nativeEvent.submitter as HTMLButtonElement | null
    const [name = '', key] = (pressed?.value ?? '').split(':')
    void grid.act(name, key ? [Number(key)] : matching ? 'all' : [...selected])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: clicks on links inside, which work without it too
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <div
      ref={root}
      data-grid={data.grid}
      onClick={onClick}
      className="group/grid grid grid-cols-1 gap-3"
      aria-busy={grid.busy}
    >
      <GridSwitches data={data} state={current.state} />
      <div className="flex flex-wrap items-end gap-2 sm:justify-between sm:gap-x-3 print:hidden">
        <GridForm data={data} state={current.state} onFilter={onFilter} />
        <GridViews data={data} state={current.state} />
        <GridExport data={data} state={current.state} />
      </div>
      <ViewNotice data={data} state={current.state} />
      {grid.running && (
        <RunningMatching key={grid.running.task_id} running={grid.running} onEnd={grid.ended} onUndo={grid.undoRun} />
      )}
      <GridQuestion data={data} />
      <FilterChips data={data} state={current.state} />
      {current.problem && <Problem text={current.problem} onRetry={() => grid.show(current.state)} />}
      {current.rows.length === 0 && !current.problem && <NoRows data={data} state={current.state} />}
      {current.rows.length > 0 && (
        <form method="post" onSubmit={onAct} className={cn('grid grid-cols-1 gap-3', grid.busy && 'opacity-60')}>
          {data.prefix && <input type="hidden" name="grid" value={data.prefix} />}
          <GridTable data={data} grid={grid} />
          <RowPanel data={data} grid={grid} />
        </form>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <ShortcutHelp />
        <GridPaging data={data} current={current} />
      </div>
      <GridAsking grid={grid} />
    </div>
  )
}

function Problem({ text, onRetry }: { text: string; onRetry: () => void }) {
  const t = useTexts(gridWords)
  const retry = (
    <Button variant="outline" size="sm" onClick={onRetry}>
      {t('tryAgain')}
    </Button>
  )
  return (
    <Alert variant="error" action={retry}>
      {text}
    </Alert>
  )
}

function NoRows({ data, state }: { data: GridData; state: GridData['state'] }) {
  const t = useTexts(gridWords)
  const filtered = state.search !== '' || Object.keys(state.filters).length > 0 || state.offset > 0
  const part = data.switches.find(({ name }) => name === state.show)
  const all = data.switches.find(({ whole }) => whole)
  if (!filtered && part && all && !part.whole) {
    return (
      <Empty
        title={t('emptyPart', { part: part.label })}
        action={
          <LinkButton href={hrefOf(data, firstPage(state, { show: all.name }))} variant="outline" size="sm">
            {t('showAll')}
          </LinkButton>
        }
      />
    )
  }
  if (!filtered) {
    // The first sentence says that the list is empty; the others say what will be here and how to get it.
    const [title, ...more] = data.empty.split(/(?<=\.) /)
    return <Empty title={title!}>{more.length > 0 && more.join(' ')}</Empty>
  }
  const unfiltered = firstPage(state, { filters: {}, search: '', sort_by: '' })
  return (
    <Empty
      title={t('emptyFiltered')}
      action={
        <LinkButton href={hrefOf(data, unfiltered)} variant="outline" size="sm">
          {t('clear')}
        </LinkButton>
      }
    />
  )
}
