import type { AnyGrid } from './grid/grid.ts'
import type { Lookup } from './lookups.ts'
import type { AnyOperation } from './operation.ts'
import type { PersonalTable } from './personal-data/personal-table.ts'
import type { SealedColumn } from './sealed-column.ts'

type ModuleName =
  | 'settings'
  | 'identity'
  | 'catalogue'
  | 'security'
  | 'learning'
  | 'checkout'
  | 'support'
  | 'backoffice'

/** A module's declaration, read by the composition root and the structure checks. */
export type Manifest = {
  readonly name: ModuleName
  /** The modules whose index.ts and published views it uses. */
  readonly uses: readonly ModuleName[]
  /** Its folders, lowest first: a folder imports only those before it. */
  readonly folders: readonly string[]
  readonly operations: readonly AnyOperation[]
  readonly grids?: readonly AnyGrid[]
  /** By their contract names (`lk_…`); the settings module serves those of all modules. */
  readonly lookups?: Readonly<Record<string, Lookup>>
  /** Columns with sealed values: `make rotate-secret` reseals them. */
  readonly sealed?: readonly SealedColumn[]
  /** Tables with rows about people: what an export of a person's data shows, and what an erasure does. */
  readonly personal?: readonly PersonalTable[]
}

/** Declares a module, with its types checked. */
export const defineModule = (manifest: Manifest): Manifest => manifest
