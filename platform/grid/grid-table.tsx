import { ShoppingBag } from 'lucide-react'
import type { ComponentProps, KeyboardEvent, MouseEvent } from 'react'
import { formatLocale } from '../locale-format.ts'
import { Badge, toneOf } from '../ui/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { CopiedLink } from '../ui/copied-link.tsx'
import { useLocale, useTexts, useZone } from '../ui/locale.tsx'
import { TextLink } from '../ui/parts.tsx'
import { PopoverMenu, PopoverMenuItem } from '../ui/popover.tsx'
import { Table, TableCell, TableHead } from '../ui/table.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { type ColumnMeta, cellText } from './cell.shared.ts'
import { gridWords } from './grid.texts.ts'
import { BulkBar } from './grid-bulk.tsx'
import type { ActionMeta, GridData, LinkMeta, TableRow } from './grid-data.ts'
import { directionOf, hrefOf, sortBy } from './grid-state.shared.ts'
import { type LiveGrid, mayAct, offers, type Shown } from './use-grid.ts'

const isNumeric = ({ kind }: ColumnMeta) => kind === 'number' || kind === 'money'

/** The table in its own scroll region, its headings in sight; rows are reached by arrow keys. */
export function GridTable({ data, grid }: { data: GridData; grid: LiveGrid }) {
  const { shown, selected } = grid
  const { state, rows } = shown
  const t = useTexts(gridWords)
  const columns = data.columns.filter(({ name, shown: first }) =>
    state.columns ? state.columns.includes(name) : first,
  )
  const acts = data.actions.length > 0
  const hasMenu = acts || data.links.length > 0
  const keys = rows.map((row) => row[data.key] as number)
  const ticked = rows.filter((row) => selected.has(row[data.key] as number))
  // Nothing is ticked yet as far as a page without scripts knows: it offers everything.
  const offered = data.actions.filter(
    (action) => ticked.length === 0 || ticked.some((row) => mayAct(data, action, row)),
  )
  return (
    <>
      {acts && <BulkBar actions={offered} count={selected.size} />}
      <p className="sr-only">{t('keys')}</p>
      <Table label={data.title} className="max-h-[70dvh] overflow-y-auto">
        <thead>
          <tr>
            {acts && (
              <TableHead className="sticky top-0 z-10">
                <Tick
                  aria-label={t('selectAll')}
                  checked={selected.size === keys.length}
                  onChange={({ currentTarget }) => grid.select(currentTarget.checked ? keys : [])}
                />
              </TableHead>
            )}
            {columns.map((column) => (
              <Heading key={column.name} column={column} data={data} shown={shown} />
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

function Heading({ column, data, shown }: { column: ColumnMeta; data: GridData; shown: Shown }) {
  const { name, label, sort } = column
  const { state } = shown
  const sorting = sort && {
    href: hrefOf(data.path, sortBy(state, data.order, name)),
    now: directionOf(state, data.order, name),
  }
  return (
    <TableHead numeric={isNumeric(column)} className="sticky top-0 z-10" {...(sorting && { sort: sorting })}>
      {label}
    </TableHead>
  )
}

/** A box that is found by a finger anywhere in its cell. */
const Tick = (props: ComponentProps<'input'>) => (
  <label className="-mx-3 -my-1.5 grid min-h-11 min-w-11 place-items-center md:min-h-9">
    <input {...props} type="checkbox" className="size-5" />
  </label>
)

type RowProps = { row: TableRow; first: boolean; columns: readonly ColumnMeta[]; data: GridData; grid: LiveGrid }

function GridRow({ row, first, columns, data, grid }: RowProps) {
  const t = useTexts(gridWords)
  const key = row[data.key] as number
  const { selected } = grid
  const named = nameOf(row, columns)
  const toggle = () =>
    grid.select(selected.has(key) ? [...selected].filter((other) => other !== key) : [...selected, key])
  return (
    <tr
      tabIndex={first ? 0 : -1}
      onClick={onRowClick}
      className={cn('focus-visible:-outline-offset-2', data.links.length > 0 && 'cursor-pointer')}
    >
      {data.actions.length > 0 && (
        <TableCell>
          <Tick
            name="row"
            value={key}
            aria-label={t('select', { row: named })}
            checked={selected.has(key)}
            onChange={toggle}
          />
        </TableCell>
      )}
      {columns.map((column) => (
        <TableCell key={column.name} numeric={isNumeric(column)} className="whitespace-nowrap">
          <Cell column={column} row={row} />
        </TableCell>
      ))}
      {data.actions.length + data.links.length > 0 && (
        <TableCell className="sticky end-0 bg-card text-end shadow-[inset_1px_0_0_var(--border)] in-[tr:hover]:bg-muted">
          {/* No higher than a line of text, so that rows with and without actions are alike. */}
          <div className="-my-1.5">
            <RowMenu
              links={data.links.filter(({ when }) => offers(when, row))}
              actions={data.actions.filter((action) => offers(action.when, row) || action.why)}
              data={data}
              row={row}
              value={key}
              named={named}
            />
          </div>
        </TableCell>
      )}
    </tr>
  )
}

/** What a row is called: its first two texts. */
const nameOf = (row: TableRow, columns: readonly ColumnMeta[]) =>
  columns
    .filter(({ kind, name }) => kind === 'text' && row[name])
    .slice(0, 2)
    .map(({ name }) => row[name])
    .join(', ')

type MenuProps = {
  data: GridData
  links: readonly LinkMeta[]
  actions: readonly ActionMeta[]
  row: TableRow
  value: number
  named: string
}

function RowMenu({ data, links, actions, row, value, named }: MenuProps) {
  const t = useTexts(gridWords)
  if (actions.length + links.length === 0) return null
  return (
    <PopoverMenu label="⋯" aria-label={t('actionsOf', { row: named })} variant="ghost" size="icon-sm">
      {links.map(({ label, opens }) => (
        <PopoverMenuItem key={opens + label} href={addressOf(opens, { ...row, key: value })}>
          {label}
        </PopoverMenuItem>
      ))}
      {actions.map((action) => {
        const { name, label, danger } = action
        const why = mayAct(data, action, row) ? null : offers(action.when, row) ? action.not_own : action.why
        return (
          <PopoverMenuItem
            key={name}
            type="submit"
            name="action"
            value={`${name}:${value}`}
            danger={danger}
            disabled={why !== null}
          >
            <span>
              {label}
              {why && <span className="block text-sm text-wrap">{why}</span>}
            </span>
          </PopoverMenuItem>
        )
      })}
    </PopoverMenu>
  )
}

/** The address of a link: `{key}` is the key of the row, `{name}` a field of it. */
const addressOf = (opens: string, row: TableRow) => opens.replace(/\{(\w+)\}/g, (_, name: string) => String(row[name]))

function Cell({ column, row }: { column: ColumnMeta; row: TableRow }) {
  const locale = useLocale()
  const value = row[column.name]
  const zone = useZone()
  const text = cellText(column, value, locale, zone)
  const href = column.link && row[column.link]
  if (href && column.copies) return <CopiedLink href={String(href)} label={text || String(href)} said={column.copies} />
  if (text === '') return <span className="text-muted-foreground">—</span>
  if (column.kind === 'status') {
    const choice = column.choices.find(({ id }) => id === value)
    return <Badge tone={choice?.tone ?? toneOf(choice?.english ?? '')}>{text}</Badge>
  }
  if (href) return <TextLink href={String(href)}>{text}</TextLink>
  const remark = column.remark && row[column.remark.by]
  if (!remark) return text
  return (
    <span className="inline-flex items-center gap-1.5">
      {text}
      <Tooltip text={column.remark?.text.replace('{value}', String(remark))}>
        {(described) => (
          <button type="button" {...described} className="grid size-6 place-items-center" aria-label={String(remark)}>
            <ShoppingBag aria-hidden="true" className="size-4" />
          </button>
        )}
      </Tooltip>
    </span>
  )
}

/** Opens the menu of a row, the focus on its first entry; a row without one opens its link. */
function openMenuOf(row: HTMLElement): void {
  const opener = row.querySelector<HTMLElement>('button[popovertarget]')
  if (opener) {
    opener.click()
    document.getElementById(opener.getAttribute('popovertarget')!)?.querySelector<HTMLElement>('a, button')?.focus()
  } else row.querySelector('a')?.click()
}

/** A click anywhere in a row opens its record, as the first link of its menu does. */
function onRowClick({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  const onControl = (target as HTMLElement).closest('a, button, input, label, [popover]')
  if (onControl || getSelection()?.toString()) return
  currentTarget.querySelector<HTMLElement>('[popover] a')?.click()
}

/** Arrows move between rows, Space ticks one, Enter opens its actions. Keys inside a control stay its own. */
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

/** Which rows are shown of how many, and the pages before and after. */
export function GridPaging({ path, shown }: { path: string; shown: Shown }) {
  const t = useTexts(gridWords)
  const locale = useLocale()
  const { state, rows, count, count_estimated, after_id } = shown
  const figure = (n: number) => n.toLocaleString(formatLocale(locale))
  const near = Number(count.toPrecision(2))
  const places = { from: figure(state.offset + 1), to: figure(state.offset + rows.length) }
  const next = after_id && hrefOf(path, { ...state, after_id, offset: state.offset + rows.length })
  const previous =
    state.offset > 0 && hrefOf(path, { ...state, after_id: '', offset: Math.max(0, state.offset - state.limit) })
  return (
    <nav aria-label={t('pages')} className="flex flex-wrap items-center justify-end gap-3 pt-2 text-sm print:hidden">
      <span role="status" className="figures text-muted-foreground">
        {rows.length === 0
          ? t('none')
          : t(count_estimated ? 'estimated' : 'range', { ...places, count: figure(count_estimated ? near : count) })}
      </span>
      {previous && (
        <LinkButton href={previous} rel="prev" variant="outline" size="sm">
          <span aria-hidden="true">‹</span> {t('previous')}
        </LinkButton>
      )}
      {next && (
        <LinkButton href={next} rel="next" variant="outline" size="sm">
          {t('next')} <span aria-hidden="true">›</span>
        </LinkButton>
      )}
    </nav>
  )
}
