import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** The look of inputs and selects. */
export const controlClasses =
  'w-full min-h-11 rounded-md border border-input bg-card px-3 py-1.5 text-[1rem] text-foreground ' +
  'md:min-h-10 aria-invalid:border-2 aria-invalid:border-destructive disabled:bg-muted disabled:text-muted-foreground [&[readonly]]:bg-muted'

/** A bare input in the look of the kit; inside `Field`, or with an aria-label. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={cn(controlClasses, className)} />
}
