import {
  BadgeCheck,
  BookOpen,
  CircleAlert,
  CircleCheck,
  Clock,
  CreditCard,
  Hammer,
  Info,
  type LucideIcon,
  ThumbsDown,
} from 'lucide-react'
import { type Tone, toneInk } from '#platform/ui/badge.tsx'

const icons: Readonly<Record<string, LucideIcon>> = {
  alert: CircleAlert,
  book: BookOpen,
  certificate: BadgeCheck,
  check: CircleCheck,
  clock: Clock,
  hammer: Hammer,
  info: Info,
  payments: CreditCard,
  thumbsDown: ThumbsDown,
}

/** The icon beside a status. Imports only the status icons, so that a grid doesn't load the whole icon kit. */
export function StatusIcon({ icon, tone }: { icon: string; tone: Tone }) {
  const Icon = icons[icon] ?? Info
  return <Icon aria-hidden="true" className={`size-4 shrink-0 ${toneInk[tone]}`} />
}
