import type { ReactNode } from 'react'
import { cn } from './cn.ts'

const variants = {
  info: { colors: 'bg-blue-soft text-blue-ink', symbol: 'i' },
  success: { colors: 'bg-green-soft text-green-ink', symbol: '✓' },
  attention: { colors: 'bg-yellow-soft text-yellow-ink', symbol: '!' },
  error: { colors: 'bg-red-soft text-red-ink', symbol: '!' },
}
export type AlertVariant = keyof typeof variants

type AlertProps = {
  variant?: AlertVariant
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  className?: string
}

/** A persistent message. `error` is announced immediately. */
export function Alert({ variant = 'info', title, children, action, className }: AlertProps) {
  const { colors, symbol } = variants[variant]
  return (
    <div
      role={variant === 'error' ? 'alert' : 'status'}
      className={cn('flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg px-4 py-3', colors, className)}
    >
      <span
        aria-hidden="true"
        className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border-2 border-current text-xs leading-none font-bold"
      >
        {symbol}
      </span>
      <div className="min-w-0 flex-1 basis-60">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div>{children}</div>}
      </div>
      {action}
    </div>
  )
}

/** The error of a whole form, shown above it. */
export const FormAlert = ({ message }: { message: string | null }) =>
  message ? (
    <Alert variant="error" className="mb-4">
      {message}
    </Alert>
  ) : null
