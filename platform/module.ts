import type { AnyGrid } from './grid/grid.ts'
import type { Lookup } from './lookups.ts'
import type { AnyOperation } from './operation.ts'
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

/** What a module declares about itself; the composition root and the structure checks read it. */
export type Manifest = {
  readonly name: ModuleName
  /** The modules whose face and published views it uses. */
  readonly uses: readonly ModuleName[]
  /** Its folders, the lowest first: a folder imports only those before it. */
  readonly folders: readonly string[]
  readonly operations: readonly AnyOperation[]
  readonly grids?: readonly AnyGrid[]
  /** By their names in the contract (`lk_…`); settings answers those of all modules. */
  readonly lookups?: Readonly<Record<string, Lookup>>
  /** Columns with sealed values: `make rotate-secret` seals them again. */
  readonly sealed?: readonly SealedColumn[]
}

export const defineModule = (manifest: Manifest): Manifest => manifest
