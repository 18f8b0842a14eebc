import type { ReactNode } from 'react'
import { cn } from './cn.ts'

export type Tone = 'green' | 'red' | 'orange' | 'yellow' | 'purple' | 'blue' | 'gray'

const toneLook: Record<Tone, string> = {
  green: 'bg-green-soft text-green-ink',
  red: 'bg-red-soft text-red-ink',
  orange: 'bg-orange-soft text-orange-ink',
  yellow: 'bg-yellow-soft text-yellow-ink',
  purple: 'bg-purple-soft text-purple-ink',
  blue: 'bg-blue-soft text-blue-ink',
  gray: 'bg-gray-soft text-gray-ink',
}

/** A status: always text, with an icon if there is room. */
export function Badge({ tone, icon, children }: { tone: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap',
        toneLook[tone],
      )}
    >
      {icon ?? <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  )
}

const tones: Record<string, Tone> = {
  ...named(
    'green',
    'Open',
    'Published',
    'Active',
    'Paid',
    'Enabled',
    'Finished',
    'Passed',
    'Resolved',
    'Certificate Issued',
  ),
  ...named('red', 'Unpaid', 'Disabled', 'Failed', 'Reopened', 'Needs Attention'),
  ...named('orange', 'Refunded', 'Pending', 'Fixed', 'In Review', 'Voided'),
  ...named('purple', 'In Progress'),
}

function named(tone: Tone, ...statuses: string[]): Record<string, Tone> {
  return Object.fromEntries(statuses.map((status) => [status, tone]))
}

/** The color of a back-office status by its English name; gray by default. */
export const toneOf = (status: string): Tone => tones[status] ?? 'gray'
