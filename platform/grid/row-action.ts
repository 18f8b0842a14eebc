import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import type { AnyOperation } from '#platform/operation.ts'
import { holds, type PermissionKey, type Policy } from '#platform/permissions.ts'
import type { Text } from '#platform/texts.ts'

/** A condition on a row: field, and its allowed values. */
type When = Readonly<Record<string, readonly (string | number | boolean | null)[]>>

/** The values of a record that an action changes, and `changed_at`, which every change of the record moves. */
export type RowState = Readonly<Record<string, string | number | boolean | null>> & { readonly changed_at: string }

/** An operation on one row, offered if `when` matches and the actor has the permission. */
export type RowAction = {
  readonly name: string
  readonly label: Text
  readonly may: PermissionKey
  /** An additional policy: the permission alone is not enough. */
  readonly for?: Pick<Policy, 'gate'>
  readonly when?: When
  readonly operation: AnyOperation
  /** The input field that receives the row's key. */
  readonly takes_key: string
  readonly danger?: true
  /** The confirmation before it runs. */
  readonly confirm?: { readonly title: Text; readonly text: Text }
  /** The required reason, and the input field that receives it. */
  readonly reason?: { readonly field: string; readonly label: Text }
  /**
   * The operation that undoes it, offered for the rows that it changed. `stateOf` returns the state of a row, removed or
   * not, or null if there is none: the undo of a run on all matching rows skips rows that changed after it.
   */
  readonly undo?: Pick<RowAction, 'operation' | 'takes_key'> & {
    readonly stateOf: (ctx: Ctx, key: number) => Promise<RowState | null>
  }
  /** Explains why rows that `when` excludes are refused; without it they simply don't offer the action. */
  readonly why?: Text
  /** Explains why the actor's own account is refused. */
  readonly notOwn?: Text
  /** Only for selected rows, never for all matching rows; the text says why. */
  readonly chosenOnly?: string
}

/** A page for one row, offered beside the operations; `{key}` in its address is the row's key, `{name}` a field. */
export type RowLink = {
  readonly label: Text
  readonly may: PermissionKey
  /** Hidden from holders of this permission, who get a better link instead: 'Edit' in place of 'View'. */
  readonly unless?: PermissionKey
  readonly when?: When
  /** Explains why rows that `when` excludes are refused; without it the link is simply not offered. */
  readonly why?: Text
  readonly opens: `/${string}{${string}}${string}`
}

/** Whether the actor may perform an action at all. */
export const isOpenTo = ({ may, for: policy }: Pick<RowAction, 'may' | 'for'>, actor: Actor): boolean =>
  holds(actor, may) && (policy?.gate(actor) ?? true)

/** The input of the operation for one row, or for several if it takes a list of keys. */
export const inputFor = ({ takes_key, reason }: RowAction, key: number | number[], reasonText: string) => ({
  [takes_key]: key,
  ...(reason && { [reason.field]: reasonText }),
})

/** Whether the body of the operation is a list of keys. */
export const takesList = ({ operation, takes_key }: RowAction): boolean => operation.body === takes_key

/** The undo of an action as an action of its own. Throws notFound for an action without one. */
export function undoOf({ name, label, may, undo }: RowAction): RowAction {
  if (!undo) throw errors.notFound()
  const { operation, takes_key } = undo
  return { name, label, may, operation, takes_key }
}
