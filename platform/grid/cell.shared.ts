import { formatLocale } from '#platform/locale-format.ts'
import { maskPhone } from '#platform/phone.ts'
import { type Locale, localText, texts } from '#platform/texts.ts'
import type { Tone } from '#platform/ui/badge.tsx'
import { showDate } from '#platform/ui/masks.ts'
import { defaultZone, timeIn } from '#platform/zone.ts'
import type { ColumnKind } from './columns.ts'

/** A filter of a list, as a page and its island know it: plain JSON in the page's language. */
export type FilterMeta = {
  name: string
  kind: ColumnKind
  label: string
  /** The options of a status: id, label, the English word that determines its color, and an explicit color. */
  choices: {
    id: number
    word: string
    english: string
    tone: Tone | null
    icon: { icon: string; tone: Tone } | null
  }[]
}

/** A named subset of a list; `whole` for all of it. */
export type SwitchMeta = { name: string; label: string; whole: boolean }

/** A column as a page and its island know it. */
export type ColumnMeta = FilterMeta & {
  sort: boolean
  filter: boolean
  /** Visible until the visitor chooses otherwise. */
  shown: boolean
  remark: { by: string; text: string } | null
  /** The column whose value this one continues. */
  continues: string | null
  /** The row field with the link's target. */
  link: string | null
  /** The label of a link that copies its value. */
  copies: string | null
  /** Whether an instant includes its time. */
  precise: boolean
  phone: boolean
}

const yesNo = texts({ yes: ['Yes', 'Sí'], no: ['No', 'No'] })

/**
 * A value as people read it; '' for nothing. Instants are shown as days of the zone: MM/DD/YYYY, in Spanish DD/MM/YYYY.
 */
export function cellText(
  { kind, choices, precise, phone }: Pick<ColumnMeta, 'kind' | 'choices'> & { precise?: boolean; phone?: boolean },
  value: unknown,
  locale: Locale,
  zone?: string,
): string {
  if (value === null || value === undefined || value === '') return ''
  switch (kind) {
    case 'date':
      return dayText(String(value), locale)
    case 'instant':
      return (
        showDate(String(value), locale, zone) +
        (precise ? ` ${timeIn(zone ?? defaultZone, String(value), locale)}` : '')
      )
    case 'money':
      return Number(value).toLocaleString(formatLocale(locale), { style: 'currency', currency: 'USD' })
    case 'flag':
      return localText(locale, yesNo, value ? 'yes' : 'no')
    case 'status':
      return choices.find(({ id }) => id === value)?.word ?? String(value)
    default:
      return phone ? maskPhone(String(value)) : String(value)
  }
}

/** The day of an ISO instant or date. */
export const dayText = (iso: string, locale: Locale): string => showDate(iso.slice(0, 10), locale)
