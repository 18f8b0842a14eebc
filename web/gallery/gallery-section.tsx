import { type ReactNode, useId } from 'react'

/** One subject of the gallery. */
export function GallerySection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="border-b pb-2 text-xl font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Examples side by side, each with its name. */
export function Examples({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <h3 className="text-sm text-muted-foreground">{name}</h3>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </div>
  )
}
