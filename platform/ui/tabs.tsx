import { cn } from './cn.ts'

export type Tab = { href: string; label: string; current: boolean; count?: number }

/** Views of one thing, each with its own address. Scrolls in itself on a phone. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="overflow-x-auto overflow-y-hidden border-b print:hidden">
      <ul className="flex gap-1">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <a
              href={tab.href}
              aria-current={tab.current ? 'page' : undefined}
              className={cn(
                '-mb-px flex min-h-11 items-center gap-2 border-b-3 px-3 text-[1rem] font-semibold whitespace-nowrap no-underline -outline-offset-2',
                tab.current ? 'border-brand text-brand-ink' : 'border-transparent text-muted hover:text-ink',
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

/** A small number beside a word. */
export function Count({ children }: { children: number }) {
  return (
    <span className="figures min-w-6 rounded-full bg-grey-soft px-1.5 text-center text-sm font-semibold text-grey-ink">
      {children}
    </span>
  )
}
