import type { ComponentProps, KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { formatLocale } from '#platform/locale-format.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { cn } from '#platform/ui/cn.ts'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { PopoverMenu, PopoverMenuItem } from '#platform/ui/popover.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import type { ColumnMeta } from './cell.shared.ts'
import { WidthHandle } from './column-width.tsx'
import { gridWords } from './grid.texts.ts'
import { BulkBar } from './grid-bulk.tsx'
import { Cell, isNumeric } from './grid-cell.tsx'
import type { ActionMeta, GridData, LinkMeta, TableRow } from './grid-data.ts'
import { useSelection } from './grid-selection.shared.ts'
import { directionOf, type GridState, hrefOf, nextPage, previousPage, sortBy, sortsIn } from './grid-state.shared.ts'
import { mayAct, offers, refusalOf } from './row-rules.ts'
import { addressOf, continuesLast, nameOf } from './row-words.ts'
import { type ColumnDrag, useColumnDrag } from './use-column-drag.ts'
import type { LiveGrid } from './use-grid.ts'
import type { GridPage } from './use-grid-rows.ts'
import { headingClass, widthClass } from './width-steps.shared.ts'

/** The table's columns in order. */
const visibleColumns = ({ columns }: GridData, { columns: chosen }: GridState): ColumnMeta[] =>
  chosen
    ? chosen.flatMap((name) => columns.find((column) => column.name === name) ?? [])
    : columns.filter(({ shown }) => shown)

/** The table in its own scroll region with sticky headings; arrow keys move between rows. */
export function GridTable({ data, grid }: { data: GridData; grid: LiveGrid }) {
  const { state, rows } = grid.current
  const { selected, select } = useSelection(data)
  const t = useTexts(gridWords)
  const columns = visibleColumns(data, state)
  const drag = useColumnDrag(
    columns.map(({ name }) => name),
    grid.arrange,
  )
  const hasActions = data.actions.length > 0
  const hasMenu = hasActions || data.links.length > 0
  const keys = rows.map((row) => row[data.key] as number)
  const { ticked } = grid
  // Without scripts the page does not know what is checked, so it offers everything.
  const offered = data.actions.filter(
    (action) => ticked.length === 0 || ticked.some((row) => mayAct(data, action, row)),
  )
  return (
    <>
      {hasActions && <BulkBar actions={offered} ticked={ticked} data={data} grid={grid} />}
      <p className="sr-only">{t('keys')}</p>
      <p role="status" className="sr-only">
        {drag.moved &&
          t('columnMoved', {
            column: columns.find(({ name }) => name === drag.moved?.name)?.label ?? '',
            place: drag.moved.place,
            all: columns.length,
          })}
      </p>
      <Table label={data.title} stacked className="md:max-h-[70dvh] md:overflow-y-auto">
        <thead>
          <tr>
            {hasActions && (
              <TableHead className="sticky top-0 z-10">
                <Tick
                  aria-label={t('selectAll')}
                  checked={keys.every((key) => selected.has(key))}
                  onChange={({ currentTarget }) => {
                    const others = [...selected].filter((key) => !keys.includes(key))
                    select(currentTarget.checked ? [...others, ...keys] : others)
                  }}
                />
              </TableHead>
            )}
            {columns.map((column) => (
              <Heading key={column.name} column={column} data={data} grid={grid} drag={drag} />
            ))}
            {hasMenu && (
              <TableHead className="sticky top-0 end-0 z-20 shadow-[inset_1px_0_0_var(--border)]">
                <span className="sr-only">{t('actions')}</span>
              </TableHead>
            )}
          </tr>
        </thead>
        <tbody onKeyDown={onRowKey}>
          {rows.map((row, index) => (
            <GridRow key={keys[index]} row={row} first={index === 0} columns={columns} data={data} grid={grid} />
          ))}
        </tbody>
      </Table>
    </>
  )
}

type HeadingProps = { column: ColumnMeta; data: GridData; grid: LiveGrid; drag: ColumnDrag }

function Heading({ column, data, grid, drag }: HeadingProps) {
  const { name, label, sort } = column
  const { state } = grid.current
  const sorting = sort && {
    href: hrefOf(data, sortBy(state, data.order, name)),
    direction: directionOf(state, data.order, name),
  }
  const step = grid.widths[name] ?? 0
  const sorts = sortsIn(state, data.order)
  const place = sorts.length > 1 ? sorts.findIndex((sort) => sort.replace(/^-/, '') === name) + 1 : 0
  return (
    <TableHead
      numeric={isNumeric(column)}
      {...drag.on(name)}
      className={cn(
        'sticky top-0 z-10 pe-6',
        drag.dragged === name && 'opacity-50',
        drag.over === name && drag.dragged !== name && 'shadow-[inset_3px_0_0_var(--primary)]',
      )}
      {...(sorting && { sort: sorting })}
      after={
        <WidthHandle
          column={name}
          label={label}
          step={step}
          onStep={(next, final) => grid.widen(name, next, final)}
          onMove={(by) => drag.move(name, by)}
        />
      }
    >
      {step > 0 ? <span className={cn('inline-block truncate align-bottom', headingClass(step))}>{label}</span> : label}
      {place > 0 && <sup className="font-normal">{place}</sup>}
    </TableHead>
  )
}

/** A checkbox with a touch target as large as its cell. */
const Tick = (props: ComponentProps<'input'>) => (
  <label className="-mx-3 -my-1.5 grid min-h-11 min-w-11 place-items-center md:min-h-9">
    <input {...props} type="checkbox" className="size-5" />
  </label>
)

type RowProps = { row: TableRow; first: boolean; columns: readonly ColumnMeta[]; data: GridData; grid: LiveGrid }

function GridRow({ row, first, columns, data, grid }: RowProps) {
  const t = useTexts(gridWords)
  const key = row[data.key] as number
  const { selected, toggle } = useSelection(data)
  const rowName = nameOf(row, columns)
  const onCard = cardColumns(columns, grid.current.state.columns !== null)
  const hasActions = data.actions.length > 0
  const hasMenu = hasActions || data.links.length > 0
  return (
    <tr
      tabIndex={first ? 0 : -1}
      data-key={key}
      onClick={(event) => onRowClick(event, () => grid.look(key))}
      className={cn(
        'focus-visible:-outline-offset-2',
        'cursor-pointer max-md:relative',
        hasActions && 'max-md:ps-9',
        hasMenu && 'max-md:pe-11',
        grid.looked === key && 'bg-accent',
      )}
    >
      {hasActions && (
        <TableCell className="max-md:!absolute max-md:start-0 max-md:top-0.5">
          <Tick
            name="row"
            value={key}
            aria-label={t('select', { row: rowName })}
            checked={selected.has(key)}
            onChange={() => toggle(key)}
          />
        </TableCell>
      )}
      {columns.map((column, at) => (
        <TableCell
          key={column.name}
          numeric={isNumeric(column)}
          // The first column is the card's title.
          {...(at > 0 && { label: column.label })}
          className={cn(
            'md:whitespace-nowrap',
            at === 0 && 'max-md:text-base max-md:font-semibold',
            !onCard.has(column.name) && 'max-md:!hidden',
          )}
        >
          <SizedCell step={grid.widths[column.name]}>
            {continuesLast(columns, at + 1) ? (
              <span>
                <Cell column={column} row={row} />
                <span className="md:hidden">
                  {' '}
                  <Cell column={columns[at + 1]!} row={row} />
                </span>
              </span>
            ) : (
              <Cell column={column} row={row} />
            )}
          </SizedCell>
        </TableCell>
      ))}
      {hasMenu && (
        <TableCell className="end-0 bg-card text-end max-md:!absolute max-md:top-1 md:sticky md:shadow-[inset_1px_0_0_var(--border)] in-[tr:hover]:bg-muted">
          {/* No taller than a line of text, so that rows with and without actions have the same height. */}
          <div className="-my-1.5">
            <RowMenu
              links={data.links.filter(({ when, why }) => offers(when, row) || why)}
              actions={data.actions.filter((action) => offers(action.when, row) || action.why)}
              data={data}
              row={row}
              value={key}
              named={rowName}
              onDetails={() => grid.look(key)}
            />
          </div>
        </TableCell>
      )}
    </tr>
  )
}

/** The most values of a row on a phone, with its title. */
const maxOnCard = 6

/**
 * The columns of a row on a phone, where it is a card: the first one, each status, the first amount, then the others in
 * their order. People who chose columns see all of these. A column that continues the one before it stands with it. The quick view shows the
 * rest.
 */
export function cardColumns(
  columns: readonly Pick<ColumnMeta, 'name' | 'kind' | 'continues'>[],
  chosen: boolean,
): ReadonlySet<string> {
  const separate = columns.filter((_, at) => !continuesLast(columns, at))
  if (chosen) return new Set(separate.map(({ name }) => name))
  const [title, ...others] = separate
  const status = others.filter(({ kind }) => kind === 'status')
  const amount = others.filter(({ kind }) => kind === 'money').slice(0, 1)
  const ordered = [...(title ? [title] : []), ...status, ...amount, ...others]
  return new Set([...new Set(ordered.map(({ name }) => name))].slice(0, maxOnCard))
}

/** Truncates a cell's content in a narrow column; the quick view shows all of it. */
function SizedCell({ step, children }: { step: number | undefined; children: ReactNode }) {
  const width = widthClass(step)
  return width ? <div className={cn('truncate', width)}>{children}</div> : children
}

type MenuProps = {
  data: GridData
  links: readonly LinkMeta[]
  actions: readonly ActionMeta[]
  row: TableRow
  value: number
  named: string
  onDetails: () => void
}

function RowMenu({ data, links, actions, row, value, named, onDetails }: MenuProps) {
  const t = useTexts(gridWords)
  if (actions.length + links.length === 0) return null
  return (
    <PopoverMenu label="⋯" aria-label={t('actionsOf', { row: named })} variant="ghost" size="icon-sm">
      {links.map(({ label, opens, when, why }) =>
        offers(when, row) ? (
          <PopoverMenuItem key={opens + label} href={addressOf(opens, { ...row, key: value })}>
            {label}
          </PopoverMenuItem>
        ) : (
          <PopoverMenuItem key={opens + label} disabled>
            <RefusedLabel label={label} why={why} />
          </PopoverMenuItem>
        ),
      )}
      {actions.map((action) => {
        const { name, label, danger } = action
        const refusal = refusalOf(data, action, row)
        return (
          <PopoverMenuItem
            key={name}
            type="submit"
            name="action"
            value={`${name}:${value}`}
            danger={danger}
            disabled={refusal !== null}
          >
            <RefusedLabel label={label} why={refusal} />
          </PopoverMenuItem>
        )
      })}
      <PopoverMenuItem
        scripted
        onClick={({ currentTarget }) => {
          currentTarget.closest<HTMLElement>('[popover]')?.hidePopover?.()
          onDetails()
        }}
      >
        {t('details')}
      </PopoverMenuItem>
    </PopoverMenu>
  )
}

/** The label of a menu entry, and why it is disabled. */
const RefusedLabel = ({ label, why }: { label: string; why: string | null }) => (
  <span>
    {label}
    {why && <span className="block text-sm text-wrap">{why}</span>}
  </span>
)

/** Opens a row's menu and focuses its first entry; a row without a menu opens its link. */
function openMenuOf(row: HTMLElement): void {
  const opener = row.querySelector<HTMLElement>('button[popovertarget]')
  if (opener) {
    opener.click()
    document.getElementById(opener.getAttribute('popovertarget')!)?.querySelector<HTMLElement>('a, button')?.focus()
  } else row.querySelector('a')?.click()
}

/** A click anywhere in a row opens its record, like the first link of its menu, or else shows the row. */
function onRowClick({ target, currentTarget }: MouseEvent<HTMLElement>, openDetails: () => void): void {
  const onControl = (target as HTMLElement).closest('a, button, input, label, [popover]')
  if (onControl || getSelection()?.toString()) return
  const link = currentTarget.querySelector<HTMLElement>('[popover] a')
  if (link) link.click()
  else openDetails()
}

/** Arrow keys move between rows, Space checks a row, Enter opens its actions. Keys inside a control are ignored. */
function onRowKey(event: KeyboardEvent<HTMLElement>): void {
  const row = event.target as HTMLElement
  if (row.tagName !== 'TR') return
  const rows = [...event.currentTarget.querySelectorAll('tr')]
  const at = rows.indexOf(row as HTMLTableRowElement)
  const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }
  const to = moves[event.key]
  if (to !== undefined) rows[Math.min(rows.length - 1, Math.max(0, to))]?.focus()
  else if (event.key === ' ') row.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
  else if (event.key === 'Enter') openMenuOf(row)
  else return
  event.preventDefault()
}

/** The range of rows shown, the total, and links to the pages before and after. */
export function GridPaging({ data, current }: { data: GridData; current: GridPage }) {
  const t = useTexts(gridWords)
  const locale = useLocale()
  const { state, rows, count, count_estimated } = current
  const figure = (n: number) => n.toLocaleString(formatLocale(locale))
  const near = Number(count.toPrecision(2))
  const places = { from: figure(state.offset + 1), to: figure(state.offset + rows.length) }
  const next = nextPage(current)
  const previous = previousPage(current)
  return (
    <nav
      aria-label={data.prefix ? `${t('pages')}: ${data.title}` : t('pages')}
      className="flex flex-1 flex-wrap items-center justify-end gap-3 pt-2 text-sm print:hidden"
    >
      <span role="status" className="figures text-muted-foreground">
        {rows.length === 0
          ? t('none')
          : t(count_estimated ? 'estimated' : 'range', { ...places, count: figure(count_estimated ? near : count) })}
      </span>
      {previous && (
        <LinkButton href={hrefOf(data, previous)} rel="prev" variant="outline" size="sm">
          <span aria-hidden="true">‹</span> {t('previous')}
        </LinkButton>
      )}
      {next && (
        <LinkButton href={hrefOf(data, next)} rel="next" variant="outline" size="sm">
          {t('next')} <span aria-hidden="true">›</span>
        </LinkButton>
      )}
    </nav>
  )
}
