import type { Fact } from './facts.ts'
import type { AnyGrid } from './grid/grid.ts'
import type { Lookup } from './lookups.ts'
import type { AnyOperation } from './operation.ts'
import type { PermissionKey } from './permissions.ts'

export type ModuleName =
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
  readonly operations: readonly AnyOperation[]
  readonly grids?: readonly AnyGrid[]
  readonly facts?: readonly Fact<object>[]
  readonly permissions?: readonly PermissionKey[]
  /** By their names in the contract (`lk_…`); settings answers those of all modules. */
  readonly lookups?: Readonly<Record<string, Lookup>>
}

export const defineModule = (manifest: Manifest): Manifest => manifest
