import type { Ctx } from '../ctx.ts'
import { holds } from '../permissions.ts'
import { type Locale, pick } from '../texts.ts'
import type { ColumnMeta } from './cell.shared.ts'
import { type Column, type Columns, isFilterable, isSortable } from './columns.ts'

/** The words of a status column in the language of the page. */
export const choicesOf = ({ choices = {}, tones = {} }: Column, locale: Locale): ColumnMeta['choices'] =>
  Object.entries(choices).map(([id, text]) => ({
    id: Number(id),
    word: pick(locale, text),
    english: text[0],
    tone: tones[Number(id)] ?? null,
  }))

/** The columns that the actor's table can show, in order. */
export function metaOf(columns: Columns, { actor, locale }: Pick<Ctx, 'actor' | 'locale'>): ColumnMeta[] {
  return Object.entries(columns)
    .filter(([, { kind, shown, shownTo }]) => kind !== 'json' && shown !== 'never' && (shownTo?.(actor) ?? true))
    .map(([name, column]) => ({
      name,
      kind: column.kind,
      label: pick(locale, column.label),
      sort: isSortable(column),
      filter: isFilterable(column),
      shown: column.shown === undefined,
      choices: choicesOf(column, locale),
      link: (!column.linkFor || holds(actor, column.linkFor)) && column.link ? column.link : null,
      copies: column.copies ? pick(locale, column.copies) : null,
      precise: column.precise === true,
      remark: column.remark ? { by: column.remark.by, text: pick(locale, column.remark.text) } : null,
    }))
}
