import type { PageAddress } from '#platform/page-addresses.ts'
import { type PathRest, pathTo } from '#platform/path-to.ts'

/** The path of a page of each row; `'{key}'` as a value stands for the key of the row, `'{name}'` for a field of it. */
export const rowPath = <A extends PageAddress>(address: A, ...rest: PathRest<A>) =>
  pathTo(address, ...rest).replaceAll(/%7B(\w+)%7D/g, '{$1}') as `/${string}{${string}}${string}`
