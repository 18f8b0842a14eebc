import type { ReactNode } from 'react'
import { cn } from './cn.ts'

type PartProps = { children: ReactNode; className?: string }

type PageTitleProps = {
  children: ReactNode
  /** Above the title, if it adds something to the title. */
  eyebrow?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
}

/** The one h1 of a page, with a line below it and the actions of the page. */
export function PageTitle({ children, eyebrow, lead, actions }: PageTitleProps) {
  return (
    <header className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {eyebrow && <p className="eyebrow mb-1">{eyebrow}</p>}
        <h1 className="title-page">{children}</h1>
        {/* May contain an island, which a paragraph can't. */}
        {lead && <div className="mt-1 text-muted-foreground">{lead}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-2 print:hidden">{actions}</div>}
    </header>
  )
}

/** A number with its label; `note` names the comparison. */
export function StatTile({
  label,
  value,
  note,
  href,
}: {
  label: string
  value: ReactNode
  note?: ReactNode
  href?: string
}) {
  const Shell = href ? 'a' : 'div'
  return (
    <Shell
      href={href}
      className={cn(
        'block rounded-lg border bg-card px-3 py-3 sm:px-4 text-foreground no-underline shadow-card',
        href && 'hover:border-input',
      )}
    >
      <span className="block text-sm text-muted-foreground">{label}</span>
      <span className="figures block text-lg font-bold sm:text-2xl">{value}</span>
      {note && <span className="block text-sm text-muted-foreground">{note}</span>}
    </Shell>
  )
}

/** Names and values; two columns if there is room. */
export function Facts({
  facts,
  className,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[]
  className?: string
}) {
  return (
    <dl
      className={cn(
        'grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-6 gap-y-1 sm:grid-cols-[fit-content(60%)_minmax(0,1fr)]',
        className,
      )}
    >
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted-foreground sm:min-w-32">{name}</dt>
          <dd className="min-w-0">{value ?? '—'}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Text for screen readers only. */
export const Unseen = ({ children }: { children: ReactNode }) => <span className="sr-only">{children}</span>

type TextLinkProps = PartProps & {
  href: string
  /** On its own line: at least 44 px high for touch. */
  alone?: boolean
}

/** A link in running text. */
export function TextLink({ href, alone, children, className }: TextLinkProps) {
  return (
    <a
      href={href}
      className={cn(
        'font-semibold text-accent-foreground underline underline-offset-3 hover:no-underline',
        alone && 'max-md:py-3',
        className,
      )}
    >
      {children}
    </a>
  )
}
