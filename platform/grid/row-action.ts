import type { Actor } from '#platform/actor.ts'
import type { AnyOperation } from '#platform/operation.ts'
import { holds, type PermissionKey, type Policy } from '#platform/permissions.ts'
import type { Text } from '#platform/texts.ts'

/** The rows that something is offered on: field, and the values that it may have. */
type When = Readonly<Record<string, readonly (string | number | boolean | null)[]>>

/** An operation on one row, offered where `when` holds and the actor has the key. */
export type RowAction = {
  readonly name: string
  readonly label: Text
  readonly may: PermissionKey
  /** Who else must be asked: the key alone does not open it. */
  readonly for?: Pick<Policy, 'gate'>
  readonly when?: When
  readonly operation: AnyOperation
  /** The field of the operation's input that takes the key of the row. */
  readonly takes_key: string
  readonly danger?: true
  /** Asked before it is done. */
  readonly confirm?: { readonly title: Text; readonly text: Text }
  /** The reason that staff must enter, and the field of the operation that takes it. */
  readonly reason?: { readonly field: string; readonly label: Text }
  /** The operation that undoes it, offered after it is done to one row. */
  readonly undo?: Pick<RowAction, 'operation' | 'takes_key'>
  /** Why it cannot be done to rows for which `when` does not hold; without it they do not offer it. */
  readonly why?: Text
  /** Why it cannot be done to the row of the actor's own account. */
  readonly notOwn?: Text
  /** For chosen rows only, never for all rows that match a filter; says why. */
  readonly chosenOnly?: string
}

/** A page of one row, offered beside the operations; `{key}` in its address is the key of the row, `{name}` a field of it. */
export type RowLink = {
  readonly label: Text
  readonly may: PermissionKey
  /** Hidden from holders of this key, who have a better link instead: 'Edit' in place of 'View'. */
  readonly unless?: PermissionKey
  readonly when?: When
  /** Why it is not offered on rows for which `when` does not hold; without it they say nothing of it. */
  readonly why?: Text
  readonly opens: `/${string}{${string}}${string}`
}

/** Whether the actor may perform an action at all. */
export const isOpenTo = ({ may, for: policy }: Pick<RowAction, 'may' | 'for'>, actor: Actor): boolean =>
  holds(actor, may) && (policy?.gate(actor) ?? true)

/** The input of the operation for a row, or for several where it takes a list of keys. */
export const inputFor = ({ takes_key, reason }: RowAction, key: number | number[], said: string) => ({
  [takes_key]: key,
  ...(reason && { [reason.field]: said }),
})

/** Whether the body of the operation is a list of keys. */
export const takesList = ({ operation, takes_key }: RowAction): boolean => operation.body === takes_key
