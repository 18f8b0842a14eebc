import { port } from '#platform/ctx.ts'

/**
 * The rows that belong to a person: those whose column has the person's id, or the key of such a row of another table.
 */
export type OwnerColumn = { readonly column: string; readonly in?: Owner }
export type Owner = { readonly table: string; readonly key: string; readonly whose: OwnerColumn }

/** The effect of an erasure on the rows of a person; `why` is the reason for everything that stays. */
type Erasure =
  | 'delete'
  | { readonly keep: string }
  /** New values of columns; `{id}` is the person's id. Other columns stay. */
  | { readonly set: Readonly<Record<string, string | null>>; readonly why: string }
  /** Deletes only rows whose course was neither certified nor reported to an agency. */
  | { readonly deleteUnless: readonly Owner[]; readonly why: string }

/** A table with rows about a person: what an export shows, and what an erasure does. Children come before parents. */
export type PersonalTable = {
  /** Includes its schema. */
  readonly table: string
  readonly whose: OwnerColumn
  /** Only rows with these values, for tables about several kinds of records. */
  readonly where?: Readonly<Record<string, number>>
  /** The only values in an export: SQL expressions by name, with the person's id as `$1`. */
  readonly shows?: Readonly<Record<string, string>>
  /** The column with the staff member who views as the person: an export leaves out rows that have one. */
  readonly viewer?: string
  /** Secrets, keys, notes of staff and measures against cheating, which no export contains. */
  readonly secret?: readonly string[]
  /** Columns with keys of stored files, which an erasure deletes with the row or the value. */
  readonly files?: readonly string[]
  readonly erase: Erasure
  /**
   * Records of a course, or of its identity checks: a program may keep them for this many months, and an erasure waits.
   */
  readonly heldAs?: HeldAs
}

type HeldAs = 'records' | 'identity'
/** Student courses for which an erasure leaves rows of a kind. */
export type HeldCourses = Readonly<Record<HeldAs, readonly number[]>>

/** The tables of all modules. */
export const personalTables = port<readonly PersonalTable[]>('personal-tables')
