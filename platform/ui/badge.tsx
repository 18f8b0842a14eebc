import type { ReactNode } from 'react'
import { cn } from './cn.ts'

export type Tone = 'green' | 'red' | 'orange' | 'yellow' | 'purple' | 'blue' | 'gray'

const toneClasses: Record<Tone, string> = {
  green: 'bg-green-soft text-green-ink',
  red: 'bg-red-soft text-red-ink',
  orange: 'bg-orange-soft text-orange-ink',
  yellow: 'bg-yellow-soft text-yellow-ink',
  purple: 'bg-purple-soft text-purple-ink',
  blue: 'bg-blue-soft text-blue-ink',
  gray: 'bg-gray-soft text-gray-ink',
}

/** The colors of icons that stand beside a status. */
export const toneInk: Record<Tone, string> = {
  green: 'text-green-ink',
  red: 'text-red-ink',
  orange: 'text-orange-ink',
  yellow: 'text-yellow-ink',
  purple: 'text-purple-ink',
  blue: 'text-blue-ink',
  gray: 'text-gray-ink',
}

/** A status: always a word, with an icon where there is room. */
export function Badge({ tone, icon, children }: { tone: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap',
        toneClasses[tone],
      )}
    >
      {icon ?? <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  )
}
