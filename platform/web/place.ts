import { createElement, Fragment, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Locale } from '../texts.ts'
import { type Island, islandTree, type State } from '../ui/island.tsx'
import { encode } from '../ui/wire.ts'

/** Places the islands of one page and remembers which were used. */
export type Placing = { place: (island: Island, props: object) => ReactNode; used: Set<string> }

/** One page's placing; `state` holds the first values of shared atoms. */
export function newPlacing(locale: Locale, state: State): Placing {
  const used = new Set<string>()
  const stores = new Map<object, unknown>()
  let count = 0
  const place = (island: Island, props: object): ReactNode => {
    used.add(island.island)
    count += 1
    const id = `i${count}`
    const { shares } = island
    const tree = islandTree(island, props, locale, {
      wrap: (children) => (shares ? shares.serve(children, state, stores) : children),
    })
    return islandHtml(id, island, props, renderToString(tree, { identifierPrefix: `${id}-` }))
  }
  return { place, used }
}

// React puts preloads of images in front; inside the root they would be nodes that the browser does not expect.
const preloads = /^(?:<link rel="preload"[^>]*>)+/

function islandHtml(id: string, island: Island, props: object, html: string): ReactNode {
  const inner = { __html: html.replace(preloads, '') }
  return createElement(
    Fragment,
    null,
    createElement('div', { id, className: 'contents', 'data-island': island.island, dangerouslySetInnerHTML: inner }),
    createElement('x-island', { name: island.island, when: island.when, props: encode(props) }),
  )
}
