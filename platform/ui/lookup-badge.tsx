import { type Lookup, label } from '#platform/lookups.ts'
import { Badge } from './badge.tsx'
import { useLocale } from './locale.tsx'
import { type StatusKind, toneOf } from './status-tones.ts'

/** A status of a lookup in its color, in the language of the page. */
export function LookupBadge({ lookup, id, kind }: { lookup: Lookup; id: number; kind?: StatusKind }) {
  const locale = useLocale()
  return <Badge tone={toneOf(lookup[id]?.[0] ?? '', kind)}>{label(lookup, id, locale)}</Badge>
}
