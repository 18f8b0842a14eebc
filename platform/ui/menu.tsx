import { Menu as Primitive } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { Button, type ButtonVariants } from './button.tsx'
import { cn } from './cn.ts'
import { popupClasses, usePortal } from './floating.ts'
import { menuItemClasses } from './popover.tsx'

type MenuProps = ButtonVariants & {
  label: ReactNode
  /** The button's name if `label` is only an icon. */
  'aria-label'?: string
  disabled?: boolean
  children: ReactNode
}

/**
 * A button with a list of actions (`MenuItem`): arrows, Home, End and first letters move, Escape closes. For lazily
 * loaded islands of staff pages: it adds 45 kB. Use `PopoverMenu` for menus that must work without scripts.
 */
export function Menu({ label, children, variant = 'outline', ...button }: MenuProps) {
  const { container, place } = usePortal()
  return (
    <span ref={place} className="inline-flex">
      <Primitive.Root modal={false}>
        <Primitive.Trigger render={<Button variant={variant} {...button} />}>{label}</Primitive.Trigger>
        <Primitive.Portal container={container}>
          <Primitive.Positioner sideOffset={4} align="end" positionMethod="fixed" className="z-50">
            <Primitive.Popup className={popupClasses}>{children}</Primitive.Popup>
          </Primitive.Positioner>
        </Primitive.Portal>
      </Primitive.Root>
    </span>
  )
}

type MenuItemProps = {
  onClick: () => void
  disabled?: boolean
  /** The action is destructive. */
  danger?: boolean
  children: ReactNode
}

/** One action of a menu; pressing it closes the menu. */
export function MenuItem({ danger, children, disabled = false, onClick }: MenuItemProps) {
  return (
    <Primitive.Item
      onClick={onClick}
      disabled={disabled}
      className={cn(menuItemClasses, 'data-disabled:opacity-55 data-highlighted:bg-muted', danger && 'text-red-ink')}
    >
      {children}
    </Primitive.Item>
  )
}
