import { type ReactNode, useEffect, useRef } from 'react'
import { announce } from './toast.ts'

type StatusLineProps = { className?: string; children: ReactNode }

/** A line that an island adds to its page, and changes: its text is announced. */
export function StatusLine({ className, children }: StatusLineProps) {
  const line = useRef<HTMLDivElement>(null)
  const announced = useRef<string>(undefined)
  useEffect(() => {
    const text = line.current?.textContent ?? ''
    if (text !== announced.current) announce(text)
    announced.current = text
  })
  return (
    <div ref={line} className={className}>
      {children}
    </div>
  )
}
