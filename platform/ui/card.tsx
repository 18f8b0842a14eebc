import { type ReactNode, useId } from 'react'
import { cn } from './cn.ts'

type PartProps = { children: ReactNode; className?: string }

/** A bordered box of the page. */
export const Card = ({ children, className }: PartProps) => (
  <section className={cn('rounded-lg border bg-card p-5 shadow-card', className)}>{children}</section>
)

/** A card with a heading and, to its right, actions. */
export function Panel({ title, actions, children, className }: PartProps & { title: ReactNode; actions?: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cn('rounded-lg border bg-card shadow-card', className)}>
      <header className="flex flex-wrap items-center justify-between gap-2 px-5 pt-4">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {actions}
      </header>
      <div className="px-5 pt-3 pb-5">{children}</div>
    </section>
  )
}
