import { type Lookup, label } from '#platform/lookups.ts'
import { Badge, toneOf } from './badge.tsx'
import { useLocale } from './locale.tsx'

/** A status of a lookup in its color, in the language of the page. */
export function LookupBadge({ lookup, id }: { lookup: Lookup; id: number }) {
  const locale = useLocale()
  return <Badge tone={toneOf(lookup[id]?.[0] ?? '')}>{label(lookup, id, locale)}</Badge>
}
