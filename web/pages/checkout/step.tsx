import type { ReactNode } from 'react'
import { useTexts } from '#platform/ui/locale.tsx'
import { words } from './checkout.texts.ts'

/** One step of the checkout: its number, its title, its fields. */
export function Step({ n, title, children }: { n: number; title: string; children: ReactNode }) {
  const t = useTexts(words)
  return (
    <section aria-labelledby={`step-${n}`} className="rounded-lg border bg-card shadow-card">
      <header className="flex items-center gap-3 border-b px-5 py-3">
        <span
          role="img"
          aria-label={t('step', { n })}
          className="figures grid size-7 shrink-0 place-items-center rounded-full bg-primary font-bold text-primary-foreground"
        >
          {n}
        </span>
        <h2 id={`step-${n}`} className="scroll-mt-4 text-lg font-semibold">
          {title}
        </h2>
      </header>
      <div className="grid gap-4 p-5">{children}</div>
    </section>
  )
}
