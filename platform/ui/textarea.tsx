import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { controlClasses } from './input.tsx'

/** Several lines of text; inside `Field`, or with an aria-label. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...rest} className={cn(controlClasses, 'py-2', className)} />
}
