import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { useId } from 'react'
import { type ButtonVariants, buttonVariants } from './button.tsx'
import { cn } from './cn.ts'

type PopoverTriggerProps = Omit<ComponentProps<'button'>, 'popoverTarget'> & ButtonVariants & { opens: string }

/** Opens a popover, sheet or menu by its id, without scripts. */
export function PopoverTrigger({ opens, variant = 'link', size, wide, className, ...rest }: PopoverTriggerProps) {
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

/** The popup of a trigger; on a phone a sheet at the bottom. */
export function PopoverContent({ id, className, children }: { id: string; className?: string; children: ReactNode }) {
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

/** A button with a list of links and buttons (`PopoverMenuItem`). */
export function PopoverMenu({
  label,
  children,
  ...opener
}: Omit<PopoverTriggerProps, 'opens' | 'children'> & { label: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <>
      <PopoverTrigger opens={id} {...opener}>
        {label}
      </PopoverTrigger>
      <PopoverContent id={id}>
        <ul onKeyDown={moveInside}>{children}</ul>
      </PopoverContent>
    </>
  )
}

/** Arrows, Home and End move between the entries without leaving the menu. */
function moveInside(event: KeyboardEvent<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button:not(:disabled)')]
  const index = entries.indexOf(document.activeElement as HTMLElement)
  const moves: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }
  const to = moves[event.key]
  if (to === undefined || entries.length === 0) return
  entries.at(to % entries.length)?.focus()
  event.preventDefault()
}

export const menuItemClasses =
  'flex min-h-11 w-full items-center gap-2.5 rounded-md px-3 py-2 text-start text-[1rem] no-underline hover:bg-muted md:min-h-9 md:py-1.5'

/** A link of a menu with more than an address. */
export const PopoverMenuLink = (link: ComponentProps<'a'> & { href: string }) => (
  <li>
    <a {...link} className={cn(menuItemClasses, 'text-foreground')}>
      {link.children}
    </a>
  </li>
)

/**
 * A link (`href`) or a button of a menu. `disabled` gives the reason as `title`; `scripted` is hidden without scripts.
 */
export function PopoverMenuItem({
  href,
  danger,
  scripted = false,
  children,
  ...button
}: ComponentProps<'button'> & { href?: string; danger?: boolean; scripted?: boolean }) {
  const itemClasses = cn(menuItemClasses, danger ? 'text-red-ink' : 'text-foreground')
  return (
    <li className={scripted ? 'scripted' : undefined}>
      {href ? (
        <a href={href} className={itemClasses}>
          {children}
        </a>
      ) : (
        <button type="button" {...button} className={cn(itemClasses, 'disabled:opacity-55')}>
          {children}
        </button>
      )}
    </li>
  )
}
