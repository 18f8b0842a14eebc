import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { useId } from 'react'
import { texts } from '../texts.ts'
import { type ButtonVariants, buttonVariants } from './button.tsx'
import { cn } from './cn.ts'
import { useTexts } from './locale.tsx'

const words = texts({ close: ['Close', 'Cerrar'] })

type OpenerProps = Omit<ComponentProps<'button'>, 'popoverTarget'> & ButtonVariants & { opens: string }

/** Opens a popover, sheet or menu by its id, without any script. */
export function PopoverButton({ opens, variant = 'link', size, wide, className, ...rest }: OpenerProps) {
  return (
    <button
      type="button"
      {...rest}
      popoverTarget={opens}
      aria-haspopup="true"
      className={cn(buttonVariants({ variant, size, wide }), className)}
    />
  )
}

/** What hangs on the button that opened it; a sheet at the bottom of a phone. */
export function Popover({ id, className, children }: { id: string; className?: string; children: ReactNode }) {
  return (
    <div
      id={id}
      popover="auto"
      className={cn(
        'hanging rounded-t-lg border bg-card p-1.5 text-foreground shadow-over sm:rounded-lg sm:shadow-raised',
        className,
      )}
    >
      {children}
    </div>
  )
}

/** A button with a list of links and buttons (`MenuItem`). */
export function Menu({
  label,
  children,
  ...opener
}: Omit<OpenerProps, 'opens' | 'children'> & { label: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <>
      <PopoverButton opens={id} {...opener}>
        {label}
      </PopoverButton>
      <Popover id={id}>
        <ul onKeyDown={moveInside}>{children}</ul>
      </Popover>
    </>
  )
}

/** Arrows, Home and End move between the entries and stay among them. */
function moveInside(event: KeyboardEvent<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button:not(:disabled)')]
  const at = entries.indexOf(document.activeElement as HTMLElement)
  const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }
  const to = moves[event.key]
  if (to === undefined || entries.length === 0) return
  entries.at(to % entries.length)?.focus()
  event.preventDefault()
}

export const menuItemLook =
  'flex min-h-11 w-full items-center gap-2.5 rounded-md px-3 py-2 text-left text-[1rem] no-underline hover:bg-muted md:min-h-9 md:py-1.5'

/** A link (`href`) or a button of a menu. `disabled` says why in `title`. */
export function MenuItem({
  href,
  danger,
  children,
  ...button
}: ComponentProps<'button'> & { href?: string; danger?: boolean }) {
  const look = cn(menuItemLook, danger ? 'text-red-ink' : 'text-foreground')
  return (
    <li>
      {href ? (
        <a href={href} className={look}>
          {children}
        </a>
      ) : (
        <button type="button" {...button} className={cn(look, 'disabled:opacity-55')}>
          {children}
        </button>
      )}
    </li>
  )
}

type SheetProps = { id: string; title: ReactNode; side?: 'start' | 'end'; children: ReactNode; className?: string }

/** A panel at the side of the window, opened by `PopoverButton opens={id}`. Escape and a click outside close it. */
export function Sheet({ id, title, side = 'start', children, className }: SheetProps) {
  const t = useTexts(words)
  const place =
    side === 'start'
      ? 'right-auto left-0 animate-[slide-from-start_180ms_ease-out]'
      : 'right-0 left-auto animate-[slide-from-end_180ms_ease-out]'
  return (
    <div
      id={id}
      popover="auto"
      role="dialog"
      aria-labelledby={`${id}-title`}
      className={cn(
        'fixed inset-y-0 m-0 h-dvh max-h-none w-88 max-w-[calc(100vw-2.5rem)] overflow-y-auto bg-card text-foreground shadow-over',
        place,
        className,
      )}
    >
      <header className="sticky top-0 z-10 flex items-center justify-between gap-3 border-b bg-card py-2 pr-2 pl-5">
        <h2 id={`${id}-title`} className="text-lg font-semibold">
          {title}
        </h2>
        <button
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label={t('close')}
          className={cn(buttonVariants({ variant: 'link', size: 'icon' }), 'text-xl')}
        >
          <span aria-hidden="true">×</span>
        </button>
      </header>
      {children}
    </div>
  )
}
