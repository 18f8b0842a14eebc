import { Buffer } from 'node:buffer'
import type { Context } from 'hono'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Locale } from '../texts.ts'
import type { State } from '../ui/island.tsx'
import { PlaceContext } from '../ui/island.tsx'
import { LocaleContext } from '../ui/locale.tsx'
import { encode } from '../ui/wire.ts'
import { type Assets, assets } from './assets.ts'
import { type CspSources, contentSecurityPolicy } from './csp.ts'
import type { Frame } from './frame.ts'
import { openKept } from './kept-map.ts'
import type { HeadWords } from './page.ts'
import { newPlacing } from './place.ts'

/** What a document writes around the rendered body. */
export type DocumentProps = {
  title: string
  lang: Locale
  frame: Pick<Frame, 'theme' | 'brand'>
  nonce: string
  head: Head
  body: string
  words: HeadWords
}
/** The part of the head that follows from the islands which the body used. */
export type Head = { css: string[]; fonts: string[]; preload: string[]; scripts: string[]; state: string | null }
export type Document = (props: DocumentProps) => ReactNode

export type Rendering = {
  title: string
  frame: Frame
  state?: State
  status?: number
  csp?: CspSources
  words?: () => HeadWords | undefined
  document: Document
  /** Everything that the page is drawn from, as one text; never for a page that shows something of a person. */
  keptAs?: string | null
}

/** A page as what stands between its nonces, which are others in every answer. */
type KeptPage = { readonly between: readonly Buffer[]; readonly length: number }
const keptPages = openKept<KeptPage>({ most: 200, longest: 200_000 })
// Kept pages are drawn with this in the place of the nonce.
const nonceMark = 'nonce-of-the-answer'

/**
 * The answer for a tree of elements: complete HTML in one piece, with its own nonce and policy. With `keptAs` the page
 * is drawn once for that key, which must hold all that it is drawn from.
 */
export function renderHtml(c: Context, tree: () => ReactNode, rendering: Rendering): Response {
  const { frame, status = 200, csp, keptAs } = rendering
  const nonce = newNonce()
  // Bytes in one piece: a text beyond Latin-1 is written slowly, and a Response of its own becomes a stream.
  const bytes = keptAs
    ? withNonce(keptPages.get(keptAs) ?? keptPages.keep(keptAs, cut(draw(tree(), rendering, nonceMark))), nonce)
    : Buffer.from(draw(tree(), rendering, nonce))
  return c.body(bytes as Uint8Array<ArrayBuffer>, status as 200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy(nonce, csp, import.meta.env?.DEV),
    // A page holds a nonce and often a person's own data: no cache may keep it.
    'cache-control': frame.user ? 'no-store' : 'private, no-cache',
  })
}

function draw(tree: ReactNode, rendering: Rendering, nonce: string): string {
  const { frame, title, state = {}, document } = rendering
  const words = rendering.words?.() ?? {}
  const { place, used } = newPlacing(frame.locale, state)
  // Islands are trees of their own (place.ts): nothing around them is ever hydrated.
  const body = renderToStaticMarkup(
    createElement(LocaleContext, { value: frame.locale }, createElement(PlaceContext, { value: place }, tree)),
  )
  const head = headOf(assets(), used, state)
  const html = renderToStaticMarkup(
    createElement(document, { title, lang: frame.locale, frame, nonce, head, body, words }),
  )
  return `<!doctype html>${html}`
}

const cut = (html: string): KeptPage => ({
  between: html.split(nonceMark).map((piece) => Buffer.from(piece)),
  length: html.length,
})

function withNonce({ between }: KeptPage, nonce: string): Buffer {
  const bytes = Buffer.from(nonce)
  return Buffer.concat(between.flatMap((piece, index) => (index === 0 ? [piece] : [bytes, piece])))
}

const newNonce = () => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')

function headOf(files: Assets, used: ReadonlySet<string>, state: State): Head {
  const islands = [...used].map((name) => files.island(name))
  const live = used.size > 0
  return {
    css: [...new Set([...files.css, ...islands.flatMap(({ css }) => css)])],
    fonts: [...files.fonts],
    preload: live ? [...new Set([...files.base, ...islands.flatMap(({ scripts }) => scripts)])] : [],
    scripts: [...files.dev, ...(live ? [files.entry] : [])],
    state: live && Object.keys(state).length > 0 ? encode(state) : null,
  }
}
