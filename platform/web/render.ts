import { Buffer } from 'node:buffer'
import type { Context } from 'hono'
import { createElement, Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { plainAnswer } from '../http/headers.ts'
import type { HttpEnv } from '../http/http-env.ts'
import type { Locale } from '../texts.ts'
import type { State } from '../ui/island.tsx'
import { isIslandElement, PlaceContext } from '../ui/island.tsx'
import { LocaleContext, ZoneContext } from '../ui/locale.tsx'
import { encode } from '../ui/wire.ts'
import { defaultZone } from '../zone.ts'
import { type Assets, assets } from './assets.ts'
import { hasFlash } from './cookies.ts'
import { type CspSources, contentSecurityPolicy } from './csp.ts'
import type { Frame } from './frame.ts'
import { cut, type Drawing, fill, gap } from './gaps.ts'
import { openKept } from './kept-map.ts'
import type { HeadWords, OwnPieces, WrittenHtml } from './page.ts'
import { newPlacing, type Placing } from './place.ts'

/** What a document writes around the rendered body. */
export type DocumentProps = {
  title: string
  lang: Locale
  frame: Pick<Frame, 'theme' | 'brand' | 'time_zone'>
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
  /** Everything that the tree is drawn from, as one text; never where it shows something of a person. */
  keptAs?: string | null
  /** What fills the gaps of the tree. */
  own?: OwnPieces
  /** Further headers of the answer. */
  headers?: Readonly<Record<string, string>>
}

const keptPages = openKept<Drawing>({ most: 200, longest: 200_000 })

/**
 * The answer for a tree of elements: complete HTML in one piece, with its own nonce and policy. With `keptAs` the tree
 * is drawn once for that key, which must hold all that it is drawn from, but for its gaps.
 */
export function renderHtml(c: Context, tree: () => ReactNode, rendering: Rendering): Response {
  const { frame, status = 200, csp, keptAs, own } = rendering
  const nonce = newNonce()
  // Bytes in one piece: a text beyond Latin-1 is written slowly, and a Response of its own becomes a stream.
  const bytes =
    keptAs || own ? drawFilled(tree, rendering, nonce) : Buffer.from(draw(tree(), rendering, { nonce, islands: [] }))
  const headers = {
    ...rendering.headers,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy(nonce, csp, import.meta.env?.DEV),
    // A page holds a nonce and often a person's own data: no cache may keep it.
    'cache-control': frame.user ? 'no-store' : 'private, no-cache',
  }
  const body = bytes as Uint8Array<ArrayBuffer>
  // A page sets no cookie of its own but the one by which a flash is forgotten.
  return hasFlash(c) ? c.body(body, status as 200, headers) : plainAnswer(c as Context<HttpEnv>, body, status, headers)
}

/** The own pieces first: the head names what their islands load. */
function drawFilled(tree: () => ReactNode, rendering: Rendering, nonce: string): Buffer {
  const { keptAs, own = {} } = rendering
  const { pieces, islands } = drawOwn(own, rendering)
  const key = keptAs && `${keptAs} ${rendering.frame.time_zone ?? ''} ${islands.join(' ')}`
  const make = () => cut(draw(tree(), rendering, { nonce: gap('nonce'), islands }))
  const drawing = key ? (keptPages.get(key) ?? keptPages.keep(key, make())) : make()
  return fill(drawing, { ...pieces, nonce })
}

// Between pieces that React draws in one go.
const divider = gap('divider')

/** HTML and islands are put down as they are; for all else React is asked once. */
function drawOwn(own: OwnPieces, { frame, state = {} }: Rendering) {
  const { place, write, used } = newPlacing(frame, state, 'own')
  const pieces: Record<string, string> = {}
  const drawn: string[] = []
  for (const [name, piece] of Object.entries(own)) {
    if (isWritten(piece)) pieces[name] = piece.html
    else if (isIslandElement(piece)) pieces[name] = write(piece.type, piece.props)
    else drawn.push(name)
  }
  const tree = drawn.map((name) => createElement(Fragment, { key: name }, own[name] as ReactNode, divider))
  const html = drawn.length === 0 ? [] : drawTree(tree, frame, place).split(divider)
  for (const [index, name] of drawn.entries()) pieces[name] = html[index]!
  return { pieces, islands: [...used] }
}

const isWritten = (piece: OwnPieces[string]): piece is WrittenHtml =>
  typeof piece === 'object' && piece !== null && 'html' in piece

// Islands are trees of their own (place.ts): nothing around them is ever hydrated.
const drawTree = (
  tree: ReactNode,
  { locale, time_zone = defaultZone }: Rendering['frame'],
  place: Placing['place'],
): string => {
  const placed = createElement(PlaceContext, { value: place }, tree)
  const zoned = createElement(ZoneContext, { value: time_zone }, placed)
  return renderToStaticMarkup(createElement(LocaleContext, { value: locale }, zoned))
}

type Around = { nonce: string; islands: readonly string[] }

function draw(tree: ReactNode, rendering: Rendering, { nonce, islands }: Around): string {
  const { frame, title, state = {}, document } = rendering
  const words = rendering.words?.() ?? {}
  const { place, used } = newPlacing(frame, state)
  const body = drawTree(tree, frame, place)
  const head = headOf(assets(), new Set([...used, ...islands]), state)
  const html = renderToStaticMarkup(
    createElement(document, { title, lang: frame.locale, frame, nonce, head, body, words }),
  )
  return `<!doctype html>${html}`
}

// 122 random bits; of these Node draws many at a time, of bare random bytes each time anew.
const newNonce = () => crypto.randomUUID()

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
