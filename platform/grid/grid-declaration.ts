import type { Ctx } from '#platform/ctx.ts'
import type { Policy } from '#platform/permissions.ts'
import type { z } from '#platform/schema.ts'
import type { Text } from '#platform/texts.ts'
import type { GridSource } from './grid-source.ts'
import type { RowAction, RowLink } from './row-action.ts'

/** What `defineGrid` takes. */
export type GridDeclaration = GridSource & {
  readonly may: Policy<Record<string, unknown>>
  /** The contract's spelling of the cursor in its answer, if it is not `after_id`; the answer has both. */
  readonly cursor?: 'afterId'
  /** Which of its calls the contract does not name. */
  readonly added?: readonly ('fetch' | 'export')[]
  readonly title: Text
  /** What an empty list says, and why it may be empty. */
  readonly empty: Text
  /** The name of its export if it is not 'Export To Excel'. */
  readonly exportLabel?: Text
  readonly actions?: readonly RowAction[]
  readonly links?: readonly RowLink[]
  /** Fields of the rows of one page that no statement of the list could read, by the key of the row. */
  readonly more?: {
    readonly gives: z.ZodRawShape
    readonly read: (
      ctx: Ctx,
      input: Readonly<Record<string, unknown>>,
      keys: readonly number[],
    ) => Promise<(key: number) => Readonly<Record<string, unknown>>>
  }
  /** What the answer holds beside the rows: its fields, and where they come from. */
  readonly beside?: {
    readonly gives: z.ZodRawShape
    readonly read: (ctx: Ctx, input: Readonly<Record<string, unknown>>) => Promise<Record<string, unknown>>
  }
}
