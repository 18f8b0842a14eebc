import type { PageAddress } from './page-addresses.ts'

/** The names in an address: `/manage/student/:id/account` has `id`. */
export type NamesOf<A extends string> = A extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NamesOf<`/${More}`>
    : Rest
  : never

type PathValues<A extends string> = { readonly [Name in NamesOf<A>]: string | number }
type Query = URLSearchParams | Readonly<Record<string, string | number | boolean | null | undefined>>
/** Null and undefined query values are left out; `hash` names a place on the page. */
export type PathEnd = { readonly query?: Query; readonly hash?: string }
/** The remaining arguments of `pathTo`: the values of the address, if it has names, and the end. */
export type PathRest<A extends string> = [NamesOf<A>] extends [never]
  ? [end?: PathEnd]
  : [values: PathValues<A>, end?: PathEnd]

/**
 * The path of a page: `pathTo('/manage/student/:id/account', { id }, { query: { tab: 'courses' } })`. The addresses are
 * those that pages declare (`make gen` lists them), so a page that does not exist is a type error.
 */
export function pathTo<A extends PageAddress>(address: A, ...args: PathRest<A>): string {
  const [values, end] = (address.includes('/:') ? args : [{}, ...args]) as [Record<string, string | number>, PathEnd?]
  const path = address.replace(/\/:(\w+)/g, (_, name: string) => `/${encodeURIComponent(values[name]!)}`)
  // A colon needs no escape, and filters are easier to read with it: `payment_id=exact:7`.
  const query = String(queryOf(end?.query ?? {})).replaceAll('%3A', ':')
  return path + (query && `?${query}`) + (end?.hash === undefined ? '' : `#${encodeURIComponent(end.hash)}`)
}

function queryOf(query: Query): URLSearchParams {
  if (query instanceof URLSearchParams) return query
  const entries = Object.entries(query).filter(([, value]) => value !== null && value !== undefined)
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
}
