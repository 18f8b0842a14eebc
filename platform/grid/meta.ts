import type { Ctx } from '#platform/ctx.ts'
import { holds } from '#platform/permissions.ts'
import { type Locale, localize } from '#platform/texts.ts'
import type { ColumnMeta, FilterMeta, SwitchMeta } from './cell.shared.ts'
import { type Column, type Columns, isFilterable, isSortable, type Narrowings } from './columns.ts'
import type { GridSource } from './grid-source.ts'

/** A status column's labels in the page's language. */
const choicesOf = (
  { choices = {}, tones = {}, icons = {} }: Pick<Column, 'choices' | 'tones' | 'icons'>,
  locale: Locale,
): ColumnMeta['choices'] =>
  Object.entries(choices).map(([id, text]) => ({
    id: Number(id),
    word: localize(locale, text),
    english: text[0],
    tone: tones[Number(id)] ?? null,
    icon: icons[Number(id)] ?? null,
  }))

/** The columns that the actor may see in the table, in order. */
export function metaOf(
  columns: Columns,
  { actor, locale }: Pick<Ctx, 'actor' | 'locale'>,
  also: readonly string[] = [],
): ColumnMeta[] {
  const isOpen = (name: string, { kind, shown, shownTo }: Column) =>
    kind !== 'json' && shown !== 'never' && (also.includes(name) || (shownTo?.(actor) ?? true))
  return Object.entries(columns)
    .filter(([name, column]) => isOpen(name, column))
    .map(([name, column]) => ({
      name,
      kind: column.kind,
      label: localize(locale, column.label),
      sort: isSortable(column),
      filter: isFilterable(column),
      shown: column.shown === undefined,
      choices: choicesOf(column, locale),
      link: (!column.linkFor || holds(actor, column.linkFor)) && column.link ? column.link : null,
      copies: column.copies ? localize(locale, column.copies) : null,
      precise: column.precise === true,
      phone: column.phone === true,
      continues: column.continues ?? null,
      remark: column.remark ? { by: column.remark.by, text: localize(locale, column.remark.text) } : null,
    }))
}

/** A list's subsets, in order. */
export const switchesOf = (switches: GridSource['switches'], { locale }: Pick<Ctx, 'locale'>): SwitchMeta[] =>
  Object.entries(switches?.parts ?? {}).map(([name, { label, filters }]) => ({
    name,
    label: localize(locale, label),
    whole: Object.keys(filters).length === 0,
  }))

/** The filters without a column. */
export const narrowingsOf = (narrowings: Narrowings = {}, { locale }: Pick<Ctx, 'locale'>): FilterMeta[] =>
  Object.entries(narrowings).map(([name, { kind, label, choices }]) => ({
    name,
    kind,
    label: localize(locale, label),
    choices: choicesOf({ choices }, locale),
  }))
