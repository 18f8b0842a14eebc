import { Menu as Primitive } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { Button, type ButtonVariants } from './button.tsx'
import { cn } from './cn.ts'
import { popupLook, usePortal } from './floating.ts'
import { menuItemLook } from './popover.tsx'

type MenuProps = ButtonVariants & {
  label: ReactNode
  /** What the button is called where `label` is a sign alone. */
  'aria-label'?: string
  disabled?: boolean
  children: ReactNode
}

/**
 * A button with a list of actions (`MenuItem`): arrows, Home, End and first letters move, Escape leaves. For islands of
 * staff pages, loaded lazily: it brings 45 kB. What must work without scripts is a `PopoverMenu`.
 */
export function Menu({ label, children, variant = 'outline', ...button }: MenuProps) {
  const { container, place } = usePortal()
  return (
    <span ref={place} className="inline-flex">
      <Primitive.Root modal={false}>
        <Primitive.Trigger render={<Button variant={variant} {...button} />}>{label}</Primitive.Trigger>
        <Primitive.Portal container={container}>
          <Primitive.Positioner sideOffset={4} align="end" positionMethod="fixed" className="z-50">
            <Primitive.Popup className={popupLook}>{children}</Primitive.Popup>
          </Primitive.Positioner>
        </Primitive.Portal>
      </Primitive.Root>
    </span>
  )
}

type MenuItemProps = {
  onClick: () => void
  disabled?: boolean
  /** Something is lost. */
  danger?: boolean
  children: ReactNode
}

/** One action of a menu; pressing it closes the menu. */
export function MenuItem({ danger, children, disabled = false, onClick }: MenuItemProps) {
  return (
    <Primitive.Item
      onClick={onClick}
      disabled={disabled}
      className={cn(menuItemLook, 'data-disabled:opacity-55 data-highlighted:bg-muted', danger && 'text-red-ink')}
    >
      {children}
    </Primitive.Item>
  )
}
