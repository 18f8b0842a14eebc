import type { Ctx } from '#platform/ctx.ts'
import type { Policy } from '#platform/permissions.ts'
import type { z } from '#platform/schema.ts'
import type { Text } from '#platform/texts.ts'
import type { GridSource } from './grid-source.ts'
import type { RowAction, RowLink } from './row-action.ts'

/** The input of `defineGrid`. */
export type GridDeclaration = GridSource & {
  readonly may: Policy<Record<string, unknown>>
  /** The contract's name of the cursor in the response, if it is not `after_id`; the response has both. */
  readonly cursor?: 'afterId'
  /** The calls that the contract does not name. */
  readonly added?: readonly ('fetch' | 'export')[]
  /** Clients page through the list by a function of this name; exports and actions stay closed to them. */
  readonly clients?: string
  readonly title: Text
  /** Shown for an empty list: that it is empty, and why it may be. */
  readonly empty: Text
  /** The label of the export, unless 'Export To Excel'. */
  readonly exportLabel?: Text
  readonly actions?: readonly RowAction[]
  readonly links?: readonly RowLink[]
  /** Additional fields of one page's rows from another source, by row key. */
  readonly more?: {
    readonly gives: z.ZodRawShape
    readonly read: (
      ctx: Ctx,
      input: Readonly<Record<string, unknown>>,
      keys: readonly number[],
    ) => Promise<(key: number) => Readonly<Record<string, unknown>>>
  }
  /** Additional fields of the response beside the rows, and their source. */
  readonly beside?: {
    readonly gives: z.ZodRawShape
    readonly read: (ctx: Ctx, input: Readonly<Record<string, unknown>>) => Promise<Record<string, unknown>>
  }
}
