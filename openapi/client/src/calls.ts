import type { operations } from './document.ts'
import type { WaypostEvent } from './events.ts'
import type { routes } from './routes.ts'

type Routes = typeof routes
/** The functions of the partner document: `listStudents`, `enrollOnInvoice`, … */
export type CallName = keyof Routes & keyof operations

type Parameters<N extends CallName> = operations[N]['parameters']
/** What is there; `unknown`, which adds nothing to an intersection, where nothing is. */
type Given<V> = [NonNullable<V>] extends [never] ? unknown : NonNullable<V>
type Query<N extends CallName> = Given<Parameters<N>['query']>
type Path<N extends CallName> = Given<Parameters<N>['path']>
type Json<B> = B extends { content: { 'application/json': infer J } } ? J : never
type Body<N extends CallName> = operations[N] extends { requestBody?: infer B } ? Given<Json<NonNullable<B>>> : unknown

/** The parameters of a call, path and query together, or its body. */
export type CallInput<N extends CallName> = Body<N> & Query<N> & Path<N>

type Content<N extends CallName> = operations[N]['responses'] extends { 200: { content: infer C } } ? C : never
/** The answer of a call; a file is a Blob. */
export type CallResult<N extends CallName> =
  Content<N> extends { 'application/pdf': unknown } | { 'image/jpeg': unknown } | { 'text/csv': unknown }
    ? Blob
    : Content<N> extends { 'application/json': infer J }
      ? Typed<J>
      : Blob

/** The document describes events by their types only as webhooks; they are the same in lists. */
type Typed<J> = J extends { events: { livemode: boolean }[] } ? Omit<J, 'events'> & { events: WaypostEvent[] } : J

export type CallOptions = {
  /** For a change that must happen once even if your program restarts: your own id of it. By default a random one. */
  idempotencyKey?: string
  signal?: AbortSignal
}

// biome-ignore lint/complexity/noBannedTypes: the empty object is exactly what is asked about
type TakesNothing<N extends CallName> = {} extends CallInput<N> ? true : false
export type Call<N extends CallName> =
  TakesNothing<N> extends true
    ? (input?: CallInput<N>, options?: CallOptions) => Promise<CallResult<N>>
    : (input: CallInput<N>, options?: CallOptions) => Promise<CallResult<N>>

/** The calls that return their rows page by page. */
export type ListName = { [N in CallName]: Routes[N] extends readonly [string, string, string] ? N : never }[CallName]
type RowsOf<N extends ListName> = Routes[N] extends readonly [string, string, infer K extends string] ? K : never
/** One row of a list. */
export type Row<N extends ListName> =
  CallResult<N> extends Record<RowsOf<N>, readonly (infer R)[]> ? R : Record<string, unknown>

/** Every call as a function, and `each`, which follows the pages of a list. */
export type Waypost = { readonly [N in CallName]: Call<N> } & {
  /** `for await (const student of waypost.each('listStudents', { limit: 100 }))` */
  each<N extends ListName>(name: N, input?: CallInput<N>, options?: CallOptions): AsyncGenerator<Row<N>, void>
}
