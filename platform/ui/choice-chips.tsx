import { cn } from './cn.ts'
import { Icon } from './icons.tsx'

export type Choice = { href: string; label: string; chosen: boolean }

type ChoiceChipsProps = {
  label: string
  choices: readonly Choice[]
}

/** Filters that a link turns on and off, each with its own address, so they work without scripts. */
export function ChoiceChips({ label, choices }: ChoiceChipsProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <span aria-hidden="true" className="text-sm font-semibold text-muted-foreground">
        {label}
      </span>
      <ul className="flex flex-wrap gap-1.5">
        {choices.map(({ href, label: name, chosen }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={chosen || undefined}
              className={cn(
                'inline-flex min-h-11 items-center gap-1.5 rounded-full border px-3.5 text-sm font-semibold no-underline md:min-h-9',
                chosen
                  ? 'border-primary bg-accent text-accent-foreground'
                  : 'border-input bg-card text-foreground hover:bg-muted',
              )}
            >
              {chosen && <Icon name="check" className="size-4" />}
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
