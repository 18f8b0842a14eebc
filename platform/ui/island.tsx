import { Component, type ComponentType, createContext, type ReactNode, use, useLayoutEffect } from 'react'
import type { Locale } from '#platform/texts.ts'
import { defaultZone } from '#platform/zone.ts'
import { LocaleContext, ZoneContext } from './locale.tsx'
import type { Wire } from './wire.ts'

/**
 * When the browser makes an island live: immediately, when it is idle, when it is visible, when it is pressed, or when
 * another island first changes what they share (`follow`). The script of others is requested only when they become
 * live: `later` when the page has loaded and is idle, `reached` when a part further down the page is nearly visible. An
 * island that waits for a press or follows others brings no script to a page that has none: there its links are links,
 * and nothing changes.
 */
type LoadTime = 'load' | 'idle' | 'later' | 'visible' | 'reached' | 'press' | 'follow'

/** Whether a page does not load the script of an island at first. */
export const isLoadedLater = (loadTime: LoadTime): boolean => ['later', 'reached', 'press', 'follow'].includes(loadTime)

/** Renders an island with the atoms that the islands of its page share; see shared.tsx, which imports jotai. */
export type Shares<P extends object> = (children: ReactNode, props: P) => ReactNode

export type Island<P extends object = object> = ((props: P) => ReactNode) & {
  readonly island: string
  readonly when: LoadTime
  readonly shares: Shares<P> | undefined
  readonly inner: ComponentType<P>
}

/**
 * How the server places an island; without it (tests, an island inside an island) the component is rendered directly.
 */
export const PlaceContext = createContext<((island: Island, props: object) => ReactNode) | null>(null)

type Options<P extends object> = {
  when: LoadTime
  shares?: Shares<P>
}

/**
 * Declares an island; the default export of `*.island.tsx`. `name` is `<module>/<file name>`, for example
 * `checkout/mini-cart`. Props are JSON (and Date) by type; there are no children.
 */
export function island<P extends object>(
  name: string,
  { when, shares }: Options<P>,
  inner: ComponentType<P> & (P extends Wire<P> ? unknown : 'the props of an island are JSON'),
): Island<P> {
  const Inner: ComponentType<P> = inner
  function PlacedIsland(props: P): ReactNode {
    const place = use(PlaceContext)
    return place ? place(placedIsland as Island, props) : withState(placedIsland, props)
  }
  const placedIsland: Island<P> = Object.assign(PlacedIsland, { island: name, when, shares, inner: Inner })
  return placedIsland
}

/** The tree of one island's root. Server and browser must build the same tree, otherwise ids and hydration differ. */
export function islandTree(
  island: Island,
  props: object,
  locale: Locale,
  { onCommit = () => {}, html = '', zone = defaultZone } = {},
): ReactNode {
  return (
    <KeepHtml html={html}>
      <LocaleContext value={locale}>
        <ZoneContext value={zone}>{withState(island, props)}</ZoneContext>
        <Committed run={onCommit} />
      </LocaleContext>
    </KeepHtml>
  )
}

function withState<P extends object>({ inner: Inner, shares }: Island<P>, props: P): ReactNode {
  const element = <Inner {...props} />
  return shares ? shares(element, props) : element
}

const followers = new Set<() => void>()
let isChanged = false

/**
 * Runs once when an island first changes the shared state of the page, or immediately if one already has. For the
 * browser.
 */
export function onFirstChange(run: () => void): void {
  if (isChanged) run()
  else followers.add(run)
}

export function stateChanged(): void {
  isChanged = true
  for (const run of followers) run()
  followers.clear()
}

function Committed({ run }: { run: () => void }): null {
  useLayoutEffect(run, [run])
  return null
}

/** An island that throws falls back to the server's HTML, whose links and forms still work. */
class KeepHtml extends Component<{ html: string; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true }
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the markup that our own server rendered in this place
    return <div className="contents" data-broken="" dangerouslySetInnerHTML={{ __html: this.props.html }} />
  }
}
