import { createElement, Fragment, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Locale } from '#platform/texts.ts'
import { type Island, isLoadedLater, islandTree } from '#platform/ui/island.tsx'
import { encode } from '#platform/ui/wire.ts'
import { defaultZone } from '#platform/zone.ts'
import { assets } from './assets.ts'

/** Places the islands of one page and records the scripts they need. */
export type IslandPlaces = {
  place: (island: Island, props: object) => ReactNode
  used: Set<string>
  /** Whether an island waits for a press. */
  waitsForPress: () => boolean
  /** Whether an island becomes live by itself once the page has loaded. */
  comesLater: () => boolean
}
type PlacedIsland = { id: string; island: Island; props: string; html: string }

type PageLocale = { locale: Locale; time_zone?: string | undefined }

/** Creates the placing of one page; the ids of its islands begin with `prefix`. */
export function newPlacing({ locale, time_zone = defaultZone }: PageLocale, prefix = ''): IslandPlaces {
  const used = new Set<string>()
  let count = 0
  let pressed = false
  let later = false
  const draw = (id: string, island: Island, props: object) => {
    const tree = islandTree(island, props, locale, { zone: time_zone })
    return renderToString(tree, { identifierPrefix: `${id}-` }).replace(preloads, '')
  }
  const place = (island: Island, props: object) => {
    if (!isLoadedLater(island.when)) used.add(island.island)
    if (island.when === 'press') pressed = true
    if (island.when === 'later') later = true
    count += 1
    const id = `${prefix}i${count}`
    return placed({ id, island, props: encode(props), html: draw(id, island, props) })
  }
  return { place, used, waitsForPress: () => pressed, comesLater: () => later }
}

// React puts image preloads in front; inside the root they would be nodes that hydration does not expect.
const preloads = /^(?:<link rel="preload"[^>]*>)+/

function placed({ id, island: { island: name, when }, props, html }: PlacedIsland): ReactNode {
  const inner = { __html: html }
  return createElement(
    Fragment,
    null,
    createElement('div', { id, className: 'contents', 'data-island': name, dangerouslySetInnerHTML: inner }),
    createElement('x-island', { name, when, src: assets().island(name).address, props }),
  )
}
