import { Buffer } from 'node:buffer'
import type { Context } from 'hono'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { plainResponse } from '#platform/http/headers.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import type { Locale } from '#platform/texts.ts'
import { brandStyle, isColor } from '#platform/ui/brand-colors.ts'
import { PlaceContext } from '#platform/ui/island.tsx'
import { LocaleContext, ZoneContext } from '#platform/ui/locale.tsx'
import { defaultZone } from '#platform/zone.ts'
import { type Assets, assets } from './assets.ts'
import { hasFlash } from './cookies.ts'
import { type CspSources, contentSecurityPolicy, styleHash } from './csp.ts'
import type { Frame } from './frame.ts'
import type { HeadWords } from './page.ts'
import { newPlacing } from './place.ts'

/** See Page; a private page is shown again only after the server has confirmed the session. */
type Restorable = false | 'public' | 'private'

/** The document around the rendered body. */
export type DocumentProps = {
  title: string
  lang: Locale
  frame: Frame
  nonce: string
  head: Head
  body: string
  words: HeadWords
  /** The further origins that the policy of the page allows, for scripts that replace its part. */
  origins: string | undefined
  restorable: Restorable
}
/**
 * The part of the head that depends on the islands in the body. `pressEntry` is the script of a page whose islands all
 * wait, at least one of them for a press.
 */
type Head = {
  css: string[]
  fonts: string[]
  preload: string[]
  scripts: string[]
  pressEntry: string | null
  build: string | undefined
}
export type Document = (props: DocumentProps) => ReactNode

export type Rendering = {
  title: string
  frame: Frame
  status?: number
  csp?: CspSources
  words?: HeadWords | undefined
  document: Document
  /** Prefix of the ids of a page that is shown within another one, so that ids stay unique. */
  prefix?: string
  restorable?: Restorable
  /** Further response headers. */
  headers?: Readonly<Record<string, string>>
}

/** The response for a tree of elements: complete HTML with its own nonce and policy. */
export function renderHtml(c: Context, tree: ReactNode, rendering: Rendering): Response {
  const { frame, status = 200, csp, restorable = false } = rendering
  const nonce = crypto.randomUUID()
  // Bytes in one piece: text beyond Latin-1 is written slowly, and a Response would become a stream.
  const bytes = Buffer.from(draw(tree, rendering, nonce))
  const headers = {
    ...rendering.headers,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy(nonce, withBrand(frame, csp), import.meta.env?.DEV),
    // A page contains a nonce and often personal data: no shared cache may store it, and browsers only what they may bring
    // back after sign-out.
    'cache-control': frame.user && !restorable ? 'no-store' : 'private, no-cache',
  }
  const body = bytes as Uint8Array<ArrayBuffer>
  // A page sets no cookies, except the one that clears a message.
  return hasFlash(c)
    ? c.body(body, status as 200, headers)
    : plainResponse(c as Context<HttpEnv>, body, status, headers)
}

/**
 * Allows the organization's colors by their content: scripts that read the next page into this one meet its style, which
 * has the nonce of another response.
 */
function withBrand({ brand: { color } }: Frame, csp: CspSources = {}): CspSources | undefined {
  return isColor(color) ? { ...csp, style: [...(csp.style ?? []), styleHash(brandStyle(color))] } : csp
}

function draw(tree: ReactNode, rendering: Rendering, nonce: string): string {
  const { frame, title, words = {}, document, prefix = '', csp, restorable = false } = rendering
  const { locale, time_zone = defaultZone } = frame
  const { place, used, waitsForPress, comesLater } = newPlacing(frame, prefix)
  // Each island is its own React tree (place.ts): nothing around it is ever hydrated.
  const body = renderToStaticMarkup(
    <LocaleContext value={locale}>
      <ZoneContext value={time_zone}>
        <PlaceContext value={place}>{tree}</PlaceContext>
      </ZoneContext>
    </LocaleContext>,
    { identifierPrefix: prefix },
  )
  const head = headOf(assets(), used, { waitsForPress: waitsForPress(), comesLater: comesLater() })
  const html = renderToStaticMarkup(
    createElement(document, {
      title,
      lang: locale,
      frame,
      nonce,
      head,
      body,
      words,
      origins: originsOf(csp),
      restorable,
    }),
  )
  return `<!doctype html>${html}`
}

/** The part of a page for a script that puts it into the frame of another one. */
export const PartDocument: Document = ({ title, lang, head, body, origins }) => (
  <html lang={lang} data-origins={origins} data-build={head.build}>
    <head>
      <title>{title}</title>
    </head>
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: markup that React has just rendered */}
    <body dangerouslySetInnerHTML={{ __html: body }} />
  </html>
)

const originsOf = (csp: CspSources = {}): string | undefined =>
  Object.entries(csp)
    .flatMap(([kind, origins]) => origins.map((origin) => `${kind}:${origin}`))
    .join(' ') || undefined

type LoadFlags = { waitsForPress: boolean; comesLater: boolean }

function headOf(files: Assets, usedIslands: ReadonlySet<string>, { waitsForPress, comesLater }: LoadFlags): Head {
  const islands = [...usedIslands].map((name) => files.island(name))
  const live = usedIslands.size > 0
  return {
    css: [...new Set([...files.css, ...islands.flatMap(({ css }) => css)])],
    fonts: [...files.fonts],
    preload: live ? [...new Set([...files.base, ...islands.flatMap(({ scripts }) => scripts)])] : [],
    scripts: [...files.dev, ...(live || comesLater ? [files.entry] : [])],
    pressEntry: !live && !comesLater && waitsForPress ? files.entry : null,
    build: files.build,
  }
}
