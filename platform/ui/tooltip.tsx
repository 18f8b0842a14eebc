import { type ReactNode, useId } from 'react'

/** A short hint on a focusable element, shown on hover and focus. Never the only place for essential information. */
export function Tooltip({
  text,
  children,
}: {
  text: ReactNode
  children: (described: { 'aria-describedby': string }) => ReactNode
}) {
  const id = useId()
  return (
    <span className="group/tip relative inline-flex">
      {children({ 'aria-describedby': id })}
      <span
        id={id}
        role="tooltip"
        className="invisible absolute bottom-full left-1/2 z-20 mb-1 w-max max-w-64 -translate-x-1/2 rounded-md bg-foreground px-2.5 py-1 text-sm text-background group-focus-within/tip:visible group-hover/tip:visible"
      >
        {text}
      </span>
    </span>
  )
}
