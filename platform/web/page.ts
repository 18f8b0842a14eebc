import type { ReactNode } from 'react'
import type { Ctx } from '#platform/ctx.ts'
import type { Policy } from '#platform/permissions.ts'
import type { Locale, Text } from '#platform/texts.ts'
import type { CspSources } from './csp.ts'
import type { FormState, InvalidForm, SentForm } from './form.ts'
import type { Frame } from './frame.ts'
import type { PageRedirect } from './page-redirect.ts'

type BareName<S extends string> = S extends `${infer Name}{${string}` ? Name : S extends `${infer Name}?` ? Name : S
/** The parameters of an address: `/course/details/:id` and `/course/:id{[0-9]+}` have `id`; `:tab?` is optional. */
type ParamsOf<A extends string> = A extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? NamedParam<Name> & ParamsOf<`/${More}`>
    : NamedParam<Rest>
  : unknown
type NamedParam<S extends string> = S extends `${string}?`
  ? { [K in BareName<S>]?: string }
  : { [K in BareName<S>]: string }

export type PageInput<A extends string = string> = {
  ctx: Ctx
  params: string extends A ? Record<string, string> : ParamsOf<A>
  /** The last value of each name; `url.searchParams` has all of them. */
  query: Readonly<Record<string, string | undefined>>
  url: URL
  request: Request
}

/** A view's input besides the loaded data. */
export type ViewInput = {
  form: FormState
  locale: Locale
  frame: Frame
  query: Readonly<Record<string, string | undefined>>
}

export type LayoutProps<D = unknown> = { frame: Frame; title: string; data: D; children?: ReactNode }
export type Layout<D = unknown> = (props: LayoutProps<D>) => ReactNode

export type HeadWords = {
  description?: string
  /** A full address, or a path of this site. */
  canonical?: string
  /** The same page in other languages, by full addresses. */
  alternates?: readonly (readonly [lang: string, href: string])[]
  /** The link preview on other sites; full addresses. */
  card?: { title: string; site: string; image?: string; imageAlt?: string }
  /** The page's structured data (schema.org). */
  facts?: Readonly<Record<string, unknown>>
}

export type Page<A extends string = string, D = unknown> = {
  /** The address in Hono's spelling: `/course/details/:id`, `/course/:studentCourseId{[0-9]+}`. */
  address: A
  /** A function that uses `data` comes after `load`, because TypeScript infers from top to bottom. */
  title: Text | ((data: NoInfer<D>, locale: Locale) => string)
  may: Policy<never>
  /**
   * Plain JSON (and Date), or a PageRedirect. Refusals thrown here become /login, /dashboard, /404, /410 or the error
   * page.
   */
  load?: (input: PageInput<A>) => Promise<D | PageRedirect> | D | PageRedirect
  /**
   * Handles a plain form posted to the address: returns a PageRedirect (303), `invalid(...)` or `redisplayForm(...)`; a
   * thrown Refusal counts as `invalid`.
   */
  submit?: (
    input: PageInput<A> & { form: SentForm },
  ) => Promise<PageRedirect | InvalidForm> | PageRedirect | InvalidForm
  view: (data: NoInfer<D>, input: ViewInput) => ReactNode
  layout?: Layout<NoInfer<D>>
  /**
   * The name of the frame around the page. Pages in the same frame replace each other without a full load: their layout
   * marks the part that changes with `data-swap={name}`.
   */
  swap?: string
  status?: 200 | 403 | 404 | 410
  /**
   * Browsers may restore the page on Back or Forward without loading it, because nothing on it is secret. After
   * sign-out it is hidden and loaded again; unless it is public, the server is first asked whether the session is still
   * valid.
   */
  restorable?: true
  /** Staff who view as someone may submit the form: it is for looking around or leaving. */
  whileViewing?: 'allowed'
  /** The address contains a secret: the referrer is not sent to other sites, and search engines leave the page out. */
  referrer?: 'none'
  /** Origins beyond our own that this page needs (a payment script, a video host). */
  csp?: CspSources | ((data: NoInfer<D>, form: FormState) => CspSources)
  /** Metadata of a public page for search engines; `canonical` is a path of this site. */
  head?: (data: NoInfer<D>, locale: Locale) => HeadWords
  /**
   * `brief` shows the person and the notifications but no shop elements; false is a page without a header
   * (CourseLayout). Hidden parts are not loaded.
   */
  header?: 'brief' | false
  /** Largest form in bytes, for pages with a file or a long text; 64 kB by default. */
  max_form?: number
}

/** Any page, for lists of pages. */
export type AnyPage = Pick<
  Page,
  'address' | 'may' | 'status' | 'swap' | 'header' | 'max_form' | 'whileViewing' | 'referrer'
> & {
  title: Text | ((data: never, locale: Locale) => string)
  load?: (input: never) => unknown
  submit?: (input: never) => unknown
  view: (data: never, input: ViewInput) => ReactNode
  layout?: (props: never) => ReactNode
  csp?: CspSources | ((data: never, form: FormState) => CspSources)
  head?: (data: never, locale: Locale) => HeadWords
}

/** Declares a page: its address, access, data and view. */
export const page = <const A extends string, D = undefined>(declaration: Page<A, D>): Page<A, D> => declaration
