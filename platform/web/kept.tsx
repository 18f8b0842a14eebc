import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { LocaleContext, useLocale } from '../ui/locale.tsx'
import { openKept } from './kept-map.ts'

type KeptProps = {
  as: 'div' | 'header' | 'footer' | 'li' | 'search'
  className?: string
  /** What is drawn; no two pieces share a name. */
  name: string
  /** Everything that the piece is drawn from, beside the language: plain JSON, and nothing of a person. */
  of: readonly unknown[]
  /** Draws the piece: no islands, and nothing that is not in `of`. */
  children: () => ReactNode
}

const pieces = openKept<string>({ most: 1_000, longest: 20_000 })

/**
 * A piece of a page that is drawn once for each combination of what it is drawn from, and then kept as HTML: courses of
 * a list, the header for visitors. It saves the drawing, not the reading: `of` comes from this request's own data.
 */
export function Kept({ as, className, name, of, children }: KeptProps): ReactNode {
  const locale = useLocale()
  const key = `${name} ${locale} ${JSON.stringify(of)}`
  const html =
    pieces.get(key) ?? pieces.keep(key, draw(name, <LocaleContext value={locale}>{children()}</LocaleContext>))
  return createElement(as, { className, dangerouslySetInnerHTML: { __html: html } })
}

// React puts preloads of images in front, where they would be children of the piece.
const preloads = /^(?:<link rel="preload"[^>]*>)+/

const draw = (name: string, piece: ReactNode): string =>
  renderToStaticMarkup(piece, { identifierPrefix: `${name}-` }).replace(preloads, '')
