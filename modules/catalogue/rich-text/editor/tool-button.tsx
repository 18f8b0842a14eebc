import type { LucideIcon } from 'lucide-react'
import { cn } from '#platform/ui/cn.ts'

export type ToolProps = {
  icon: LucideIcon
  label: string
  onClick: () => void
  pressed?: boolean
  disabled?: boolean
}

/** A toolbar button. Clicking it does not take the focus from the text. */
export function ToolButton({ icon: Icon, label, onClick, pressed, disabled = false }: ToolProps) {
  return (
    <button
      type="button"
      data-tool=""
      title={label}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!disabled) onClick()
      }}
      className={cn(
        'inline-flex size-11 items-center justify-center rounded-md md:size-9',
        pressed ? 'bg-accent text-accent-foreground' : 'hover:bg-muted',
        disabled && 'opacity-40',
      )}
    >
      <Icon aria-hidden="true" className="size-4.5" />
    </button>
  )
}

export const ToolGap = () => <span aria-hidden="true" className="mx-1 h-6 w-px self-center bg-border" />
