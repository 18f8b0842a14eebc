import type { MouseEvent } from 'react'
import { cn } from './cn.ts'

/** `group`: the heading of this tab and of those after it, where tabs are at the side. */
export type Tab = { href: string; label: string; current: boolean; count?: number; group?: string }

type TabsProps<T extends Tab> = {
  label: string
  tabs: readonly T[]
  /** Tabs below each other if there is room: for more than fit into a line. */
  side?: boolean
  /** All tabs fit the width, with long names on two lines: for a few tabs that decide what a form asks. */
  fit?: boolean
  /** Shows the tab in place; without it, and in a new window, the link is followed. */
  onSelect?: (tab: T) => void
}

/** Views of one record, each with its own address. They scroll sideways on a phone. */
export function Tabs<T extends Tab>({ label, tabs, side = false, fit = false, onSelect }: TabsProps<T>) {
  const select = (event: MouseEvent, tab: T) => {
    if (!onSelect || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onSelect(tab)
  }
  return (
    <nav
      aria-label={label}
      className={cn(
        'overflow-x-auto overflow-y-hidden border-b print:hidden',
        side && 'lg:overflow-visible lg:border-e lg:border-b-0 lg:pe-3',
        // A name that fades out shows that there are more.
        side && 'max-lg:[mask-image:linear-gradient(to_right,#000_calc(100%-3rem),transparent)]',
      )}
    >
      <ul
        className={cn(
          'flex gap-1',
          side && 'max-lg:pe-12 lg:grid',
          fit && 'max-sm:grid max-sm:auto-cols-fr max-sm:grid-flow-col',
        )}
      >
        {tabs.map((tab) => (
          <li key={tab.href}>
            {side && tab.group !== undefined && (
              <p className="px-3 pt-3 pb-1 text-sm text-muted-foreground max-lg:hidden">{tab.group}</p>
            )}
            <a
              href={tab.href}
              onClick={(event) => select(event, tab)}
              aria-current={tab.current ? 'page' : undefined}
              className={cn(
                '-mb-px flex min-h-11 items-center gap-2 border-b-3 px-3 text-[1rem] font-semibold whitespace-nowrap no-underline -outline-offset-2',
                tab.current
                  ? 'border-primary text-accent-foreground'
                  : 'border-transparent text-muted-foreground hover:text-foreground',
                // Tabs at the side don't scroll by themselves; scrolling to one would scroll the page.
                tab.current && (side ? 'max-lg:[scroll-initial-target:nearest]' : '[scroll-initial-target:nearest]'),
                fit && 'max-sm:h-full max-sm:py-1.5 max-sm:leading-5 max-sm:whitespace-normal',
                side && 'lg:mb-0 lg:min-h-9 lg:rounded-md lg:border-b-0 lg:py-1.5 lg:leading-5 lg:whitespace-normal',
                side && tab.current && 'lg:bg-accent',
                side && !tab.current && 'lg:hover:bg-muted',
              )}
            >
              {tab.label}
              {tab.count !== undefined && <Count>{tab.count}</Count>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A small number beside a label. */
export function Count({ children }: { children: number }) {
  return (
    <span className="figures min-w-6 rounded-full bg-gray-soft px-1.5 text-center text-sm font-semibold text-gray-ink">
      {children}
    </span>
  )
}
