import type { ComponentProps, ReactNode } from 'react'
import { texts } from '#platform/texts.ts'
import { cn } from './cn.ts'
import { useTexts } from './locale.tsx'

const messages = texts({
  sortUp: ['sort in ascending order', 'ordenar de forma ascendente'],
  sortDown: ['sort in descending order', 'ordenar de forma descendente'],
})

type TableProps = {
  label: string
  className?: string
  /** On a phone each row is a block with its cells below each other; each cell shows its `label`. */
  stacked?: boolean
  children: ReactNode
}

const stackedClasses = cn(
  'max-md:block max-md:[&_thead]:hidden max-md:[&_tbody]:block max-md:[&_tr]:block max-md:[&_tr]:border-b max-md:[&_tr]:py-2',
  'max-md:[&_tr:last-child]:border-b-0 max-md:[&_td]:flex max-md:[&_td]:h-auto max-md:[&_td]:flex-wrap',
  'max-md:[&_td]:justify-between max-md:[&_td]:gap-x-4 max-md:[&_td]:border-b-0 max-md:[&_td]:wrap-anywhere',
)

/**
 * A table in its own group, the only part of a page that may scroll sideways. It is not a landmark: the panel around it
 * often has the same name, and landmarks with the same name are indistinguishable.
 */
export function Table({ label, className, stacked = false, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={cn('scroll-hint relative overflow-x-auto rounded-lg border', className)}
    >
      <table
        className={cn(
          'w-full border-collapse text-sm [&_tbody_tr:hover]:bg-muted [&_tbody_tr:last-child>*]:border-b-0 [&_tfoot]:border-t [&_tfoot_td]:border-b-0',
          stacked && stackedClasses,
        )}
      >
        {children}
      </table>
    </div>
  )
}

type TableHeadProps = ComponentProps<'th'> & {
  numeric?: boolean
  centred?: boolean
  /** The address that sorts by this column, and the current sort. */
  sort?: { href: string; direction: 'ascending' | 'descending' | null }
  /** Content beside the link. */
  after?: ReactNode
}

const arrows = { ascending: '↑', descending: '↓', none: '↕' }

/** A column heading; with `sort` it is a link that works without scripts. */
export function TableHead({ numeric, centred, sort, after, className, children, ...rest }: TableHeadProps) {
  const t = useTexts(messages)
  const alignment = numeric ? 'text-end' : 'text-start'
  return (
    <th
      scope="col"
      {...rest}
      aria-sort={sort?.direction ?? undefined}
      className={cn(
        'h-9 px-3 font-semibold whitespace-nowrap',
        // A row's header is among its cells; only a column's header is part of the heading row.
        rest.scope !== 'row' && 'border-b bg-muted text-muted-foreground',
        centred && !numeric ? 'text-center' : alignment,
        className,
      )}
    >
      {sort ? (
        <a
          href={sort.href}
          className="inline-flex min-h-11 items-center gap-1 md:min-h-6 text-inherit no-underline hover:text-foreground"
          title={t(sort.direction === 'ascending' ? 'sortDown' : 'sortUp')}
        >
          {children}
          <span aria-hidden="true" className={sort.direction ? 'text-accent-foreground' : 'opacity-50'}>
            {arrows[sort.direction ?? 'none']}
          </span>
        </a>
      ) : (
        children
      )}
      {after}
    </th>
  )
}

type TableCellProps = ComponentProps<'td'> & {
  numeric?: boolean
  /** The column's heading, shown beside the value if the table is stacked. */
  label?: string
}

export function TableCell({ numeric, label, className, children, ...rest }: TableCellProps) {
  const cellClasses = cn('h-9 border-b px-3 py-1.5', numeric && 'figures text-end', className)
  if (label === undefined)
    return (
      <td {...rest} className={cellClasses}>
        {children}
      </td>
    )
  return (
    <td {...rest} className={cn(cellClasses, !children && 'max-md:!hidden')}>
      <span className="font-semibold text-muted-foreground md:hidden">{label}</span>
      {children}
    </td>
  )
}
