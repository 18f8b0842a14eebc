import { cn } from './cn.ts'

/** Turns while something runs; the text beside it says what. */
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
