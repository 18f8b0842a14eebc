import type { ReactNode } from 'react'
import { cn } from './cn.ts'

type RingProps = { value: number; max: number; className?: string; children?: ReactNode }

/** A share of a whole as a ring around its words; words beside it say the same to screen readers. */
export function Ring({ value, max, className, children }: RingProps) {
  const percent = max > 0 ? Math.min(100, Math.max(0, (100 * value) / max)) : 0
  const circle = { cx: 18, cy: 18, r: 15.5, fill: 'none', strokeWidth: 4 }
  return (
    <span className={cn('relative inline-grid shrink-0 place-items-center', className)}>
      <svg viewBox="0 0 36 36" aria-hidden="true" className="absolute inset-0 size-full -rotate-90">
        <circle {...circle} className="stroke-border" />
        {percent > 0 && (
          <circle {...circle} pathLength={100} strokeDasharray={`${percent} 100`} className="stroke-primary" />
        )}
      </svg>
      {children && <span className="relative">{children}</span>}
    </span>
  )
}
