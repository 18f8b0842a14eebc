import { type LookupName, label, lookups } from '../lookups.ts'
import { StatusChip, toneOf } from './chip.tsx'
import { useLocale } from './locale.tsx'

/** A status of a lookup in its colour, in the language of the page. */
export function LookupChip({ lookup, id }: { lookup: LookupName; id: number }) {
  const locale = useLocale()
  const words: Readonly<Record<number, readonly [string, string]>> = lookups[lookup]
  return <StatusChip tone={toneOf(words[id]?.[0] ?? '')}>{label(lookup, id, locale)}</StatusChip>
}
