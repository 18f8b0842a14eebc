import type { ReactNode } from 'react'

/** An empty state with its reason and the next step. */
export function Empty({
  title,
  children,
  action,
  icon,
  scene,
}: {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  icon?: ReactNode
  /** In the place of an icon, on a page of the server: `<Scene name="emptyDesk" decorative />`. */
  scene?: ReactNode
}) {
  return (
    <div className="grid justify-items-center gap-2 rounded-lg bg-muted px-6 py-10 text-center">
      {scene && <div className="mb-2 grid w-full justify-items-center">{scene}</div>}
      {icon && <div className="mb-1 text-muted-foreground [&_svg]:size-8">{icon}</div>}
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="max-w-prose text-muted-foreground">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
