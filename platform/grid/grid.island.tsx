import { type MouseEvent, type SubmitEvent, useRef } from 'react'
import { Alert } from '../ui/alert.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Empty } from '../ui/empty.tsx'
import { island } from '../ui/island.tsx'
import { useTexts } from '../ui/locale.tsx'
import { gridWords } from './grid.texts.ts'
import { GridAsked, GridAsking } from './grid-asking.tsx'
import type { GridData } from './grid-data.ts'
import { GridExport } from './grid-export.tsx'
import { FilterChips, GridForm } from './grid-filters.tsx'
import { readState } from './grid-state.shared.ts'
import { GridPaging, GridTable } from './grid-table.tsx'
import { useGrid } from './use-grid.ts'

/** Filters, table and paging of any grid. Without scripts all of it are links and forms of the page. */
export default island('platform/grid', { when: 'load' }, GridView)

function GridView({ data }: { data: GridData }) {
  const grid = useGrid(data)
  const { shown } = grid
  const t = useTexts(gridWords)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)

  function onClick(event: MouseEvent<HTMLElement>) {
    const link = (event.target as Element).closest('a')
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!link || !plain || link.pathname !== data.path) return
    event.preventDefault()
    void grid.show({ ...readState(new URL(link.href).searchParams, data), columns: shown.state.columns })
  }

  function onFilter(form: HTMLFormElement, typed: boolean) {
    clearTimeout(typing.current)
    const sent = new URLSearchParams([...new FormData(form)] as [string, string][])
    const wanted = readState(sent, data)
    typing.current = setTimeout(() => grid.show(wanted, { typed }), typed ? 300 : 0)
  }

  function onAct(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const pressed = event.nativeEvent.submitter as HTMLButtonElement | null
    const [name = '', key] = (pressed?.value ?? '').split(':')
    void grid.act(name, key ? [Number(key)] : [...grid.selected])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: clicks on links inside, which work without it too
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <div onClick={onClick} className="group/grid grid grid-cols-1 gap-3" aria-busy={grid.busy}>
      <div className="flex flex-wrap items-end justify-between gap-x-3 gap-y-2 print:hidden">
        <GridForm data={data} state={shown.state} onFilter={onFilter} />
        <GridExport data={data} state={shown.state} />
      </div>
      <GridAsked data={data} />
      <FilterChips data={data} state={shown.state} />
      {shown.problem && (
        <Alert
          variant="error"
          action={
            <Button variant="outline" size="sm" onClick={() => grid.show(shown.state)}>
              {t('tryAgain')}
            </Button>
          }
        >
          {shown.problem}
        </Alert>
      )}
      {shown.rows.length === 0 && !shown.problem && <NoRows data={data} filtered={isFiltered(grid.shown)} />}
      {shown.rows.length > 0 && (
        <form method="post" onSubmit={onAct} className={cn('grid grid-cols-1 gap-3', grid.busy && 'opacity-60')}>
          <GridTable data={data} grid={grid} />
        </form>
      )}
      <GridPaging path={data.path} shown={shown} />
      <GridAsking grid={grid} />
    </div>
  )
}

const isFiltered = ({ state }: { state: GridData['state'] }) =>
  state.search !== '' || Object.keys(state.filters).length > 0 || state.offset > 0

function NoRows({ data, filtered }: { data: GridData; filtered: boolean }) {
  const t = useTexts(gridWords)
  if (!filtered) {
    // The first sentence says that there is nothing, the others what will be there and how it comes.
    const [title, ...more] = data.empty.split(/(?<=\.) /)
    return <Empty title={title!}>{more.length > 0 && more.join(' ')}</Empty>
  }
  return (
    <Empty
      title={t('emptyFiltered')}
      action={
        <LinkButton href={data.path} variant="outline" size="sm">
          {t('clear')}
        </LinkButton>
      }
    />
  )
}
