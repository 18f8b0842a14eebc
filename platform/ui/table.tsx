import type { ComponentProps, ReactNode } from 'react'
import { texts } from '../texts.ts'
import { cn } from './cn.ts'
import { useTexts } from './locale.tsx'

const words = texts({
  sortUp: ['sort ascending', 'orden ascendente'],
  sortDown: ['sort descending', 'orden descendente'],
})

/** A table in a region of its own, the only thing of a page that may scroll sideways. */
export function Table({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className={cn('relative overflow-x-auto rounded-lg border bg-surface', className)}
    >
      <table className="w-full border-collapse text-sm [&_tbody_tr:hover]:bg-sunken [&_tbody_tr:last-child>*]:border-b-0 [&_tfoot]:border-t [&_tfoot_td]:border-b-0">
        {children}
      </table>
    </section>
  )
}

type ThProps = ComponentProps<'th'> & {
  numeric?: boolean
  centred?: boolean
  /** The address that sorts by this column, and how it is sorted now. */
  sort?: { href: string; now: 'ascending' | 'descending' | null }
}

/** A heading of a column; with `sort` a link that works without scripts. */
export function Th({ numeric, centred, sort, className, children, ...rest }: ThProps) {
  const t = useTexts(words)
  const mark = sort?.now === 'ascending' ? '↑' : sort?.now === 'descending' ? '↓' : '↕'
  return (
    <th
      scope="col"
      {...rest}
      aria-sort={sort?.now ?? undefined}
      className={cn(
        'h-9 px-3 font-semibold whitespace-nowrap',
        // The head of a row stands among its cells; only the head of a column is a head of the table.
        rest.scope !== 'row' && 'border-b bg-sunken text-muted',
        numeric ? 'text-right' : centred ? 'text-center' : 'text-left',
        className,
      )}
    >
      {sort ? (
        <a
          href={sort.href}
          className="inline-flex min-h-11 items-center gap-1 md:min-h-6 text-inherit no-underline hover:text-ink"
          title={t(sort.now === 'ascending' ? 'sortDown' : 'sortUp')}
        >
          {children}
          <span aria-hidden="true" className={sort.now ? 'text-brand-ink' : 'opacity-50'}>
            {mark}
          </span>
        </a>
      ) : (
        children
      )}
    </th>
  )
}

export function Td({ numeric, className, ...rest }: ComponentProps<'td'> & { numeric?: boolean }) {
  return <td {...rest} className={cn('h-9 border-b px-3 py-1.5', numeric && 'figures text-right', className)} />
}
