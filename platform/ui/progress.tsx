import { type ReactNode, useId } from 'react'
import { cn } from './cn.ts'

type ProgressProps = {
  label: ReactNode
  value?: number
  max?: number
  note?: ReactNode
  className?: string
  quiet?: boolean
}

/** A progress bar. Without `value` it is indeterminate: only for work of a few seconds. */
export function Progress({ label, value, max = 100, note, className, quiet = false }: ProgressProps) {
  const id = useId()
  return (
    <div className={cn('grid gap-1', className)}>
      <div className={cn('flex flex-wrap justify-between gap-x-3 text-sm', quiet && 'sr-only')}>
        <span id={id}>{label}</span>
        {note !== undefined && <span className="figures text-muted-foreground">{note}</span>}
      </div>
      <progress className="bar" aria-labelledby={id} value={value} max={max} />
    </div>
  )
}
