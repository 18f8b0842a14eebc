import type { ReactNode } from 'react'
import { texts } from '#platform/texts.ts'
import { buttonVariants } from './button.tsx'
import { cn } from './cn.ts'
import { useTexts } from './locale.tsx'

const messages = texts({ close: ['Close', 'Cerrar'] })

type SheetProps = {
  id: string
  title: ReactNode
  side?: 'start' | 'end'
  /** For navigation: in wide windows (1100 px) it is a part of the page beside its text, and scrolls by itself. */
  stays?: boolean
  children: ReactNode
  className?: string
}

const railClasses =
  'min-[1100px]:block min-[1100px]:sticky min-[1100px]:top-14 min-[1100px]:h-[calc(100dvh-3.5rem)] min-[1100px]:w-75 min-[1100px]:shrink-0 min-[1100px]:animate-none min-[1100px]:border-e min-[1100px]:shadow-none in-[.viewing]:min-[1100px]:top-27 print:hidden'

/** A panel at the side of the window, opened by `PopoverTrigger opens={id}`. Escape and a click outside close it. */
export function Sheet({ id, title, side = 'start', stays = false, children, className }: SheetProps) {
  const t = useTexts(messages)
  const sideClasses =
    side === 'start'
      ? 'end-auto start-0 animate-[slide-from-start_180ms_ease-out]'
      : 'end-0 start-auto animate-[slide-from-end_180ms_ease-out]'
  return (
    <div
      id={id}
      popover="auto"
      data-rail={stays || undefined}
      data-scroll={stays || undefined}
      {...{ role: stays ? 'navigation' : 'dialog', 'aria-labelledby': `${id}-title` }}
      className={cn(
        'fixed inset-y-0 m-0 h-dvh max-h-none w-88 max-w-[calc(100vw-2.5rem)] overflow-y-auto bg-card text-foreground shadow-over',
        sideClasses,
        stays && railClasses,
        className,
      )}
    >
      <div className="sticky top-0 z-10 flex items-center justify-between gap-3 border-b bg-card py-2 pe-2 ps-5">
        <h2 id={`${id}-title`} className="text-lg font-semibold">
          {title}
        </h2>
        <button
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label={t('close')}
          className={cn(buttonVariants({ variant: 'link', size: 'icon' }), 'text-xl', stays && 'min-[1100px]:hidden')}
        >
          <span aria-hidden="true">×</span>
        </button>
      </div>
      {children}
    </div>
  )
}
