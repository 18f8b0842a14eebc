import { createElement, Fragment, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Locale } from '../texts.ts'
import { type Island, islandTree, type State } from '../ui/island.tsx'
import { encode } from '../ui/wire.ts'
import { openKept } from './kept-map.ts'

/** Places the islands of one page and remembers which were used. */
export type Placing = { place: (island: Island, props: object) => ReactNode; used: Set<string> }

const keptIslands = openKept<string>({ most: 1_000, longest: 20_000 })

/** One page's placing; `state` holds the first values of shared atoms, `prefix` begins the ids of the roots. */
export function newPlacing(locale: Locale, state: State, prefix = 'i'): Placing {
  const used = new Set<string>()
  const stores = new Map<object, unknown>()
  let count = 0
  const place = (island: Island, props: object): ReactNode => {
    used.add(island.island)
    count += 1
    const id = `${prefix}${count}`
    return islandHtml(
      id,
      island,
      props,
      drawOnce(id, island, props, () => draw(id, island, props)),
    )
  }
  const draw = (id: string, island: Island, props: object) => {
    const { shares } = island
    const tree = islandTree(island, props, locale, {
      wrap: (children) => (shares ? shares.serve(children, state, stores) : children),
    })
    return renderToString(tree, { identifierPrefix: `${id}-` }).replace(preloads, '')
  }
  const drawOnce = (id: string, { island, kept }: Island, props: object, drawn: () => string) => {
    const from = kept?.(props)
    if (!from) return drawn()
    const key = `${island} ${id} ${locale} ${JSON.stringify(from)}`
    return keptIslands.get(key) ?? keptIslands.keep(key, drawn())
  }
  return { place, used }
}

// React puts preloads of images in front; inside the root they would be nodes that the browser does not expect.
const preloads = /^(?:<link rel="preload"[^>]*>)+/

function islandHtml(id: string, island: Island, props: object, html: string): ReactNode {
  const inner = { __html: html }
  return createElement(
    Fragment,
    null,
    createElement('div', { id, className: 'contents', 'data-island': island.island, dangerouslySetInnerHTML: inner }),
    createElement('x-island', { name: island.island, when: island.when, props: encode(props) }),
  )
}
