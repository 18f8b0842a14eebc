import { createElement, Fragment, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Locale } from '../texts.ts'
import { type Island, islandTree, type State } from '../ui/island.tsx'
import { encode } from '../ui/wire.ts'
import { defaultZone } from '../zone.ts'
import { quoteAttribute } from './escape.ts'
import { openKept } from './kept-map.ts'

/** Places the islands of one page, in a tree of elements or as text, and remembers which were used. */
export type Placing = {
  place: (island: Island, props: object) => ReactNode
  write: (island: Island, props: object) => string
  used: Set<string>
}
type Placed = { id: string; island: Island; props: string; html: string }

type Around = { locale: Locale; time_zone?: string | undefined }

const keptIslands = openKept<string>({ most: 1_000, longest: 20_000 })

/** One page's placing; `state` holds the first values of shared atoms, `prefix` begins the ids of the roots. */
export function newPlacing({ locale, time_zone = defaultZone }: Around, state: State, prefix = 'i'): Placing {
  const used = new Set<string>()
  const stores = new Map<object, unknown>()
  let count = 0
  const next = (island: Island, props: object): Placed => {
    used.add(island.island)
    count += 1
    const id = `${prefix}${count}`
    const html = drawOnce(id, island, props, () => draw(id, island, props))
    return { id, island, props: encode(props), html }
  }
  const draw = (id: string, island: Island, props: object) => {
    const { shares } = island
    const tree = islandTree(island, props, locale, {
      zone: time_zone,
      wrap: (children) => (shares ? shares.serve(children, state, stores) : children),
    })
    return renderToString(tree, { identifierPrefix: `${id}-` }).replace(preloads, '')
  }
  const drawOnce = (id: string, { island, kept }: Island, props: object, drawn: () => string) => {
    const from = kept?.(props)
    if (!from) return drawn()
    const key = `${island} ${id} ${locale} ${time_zone} ${JSON.stringify(from)}`
    return keptIslands.get(key) ?? keptIslands.keep(key, drawn())
  }
  return {
    place: (island, props) => placedElements(next(island, props)),
    write: (island, props) => placedText(next(island, props)),
    used,
  }
}

// React puts preloads of images in front; inside the root they would be nodes that the browser does not expect.
const preloads = /^(?:<link rel="preload"[^>]*>)+/

function placedElements({ id, island: { island: name, when }, props, html }: Placed): ReactNode {
  const inner = { __html: html }
  return createElement(
    Fragment,
    null,
    createElement('div', { id, className: 'contents', 'data-island': name, dangerouslySetInnerHTML: inner }),
    createElement('x-island', { name, when, props }),
  )
}

/** The same without a tree around it, which would cost more than a small island itself. */
const placedText = ({ id, island: { island: name, when }, props, html }: Placed): string =>
  `<div id="${id}" class="contents" data-island="${name}">${html}</div>` +
  `<x-island name="${name}" when="${when}" props=${quoteAttribute(props)}></x-island>`
