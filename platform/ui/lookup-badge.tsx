import { type LookupName, label, lookups } from '../lookups.ts'
import { Badge, toneOf } from './badge.tsx'
import { useLocale } from './locale.tsx'

/** A status of a lookup in its colour, in the language of the page. */
export function LookupBadge({ lookup, id }: { lookup: LookupName; id: number }) {
  const locale = useLocale()
  const words: Readonly<Record<number, readonly [string, string]>> = lookups[lookup]
  return <Badge tone={toneOf(words[id]?.[0] ?? '')}>{label(lookup, id, locale)}</Badge>
}
