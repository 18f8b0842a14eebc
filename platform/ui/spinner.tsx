import { cn } from './cn.ts'

/** An animation during work that the text beside it names. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'spin inline-block size-[1em] rounded-full border-2 border-current border-e-transparent',
        className,
      )}
    />
  )
}
