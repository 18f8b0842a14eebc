import { Component, type ComponentType, createContext, type ReactNode, use, useLayoutEffect } from 'react'
import type { Locale } from '#platform/texts.ts'
import { defaultZone } from '#platform/zone.ts'
import { LocaleContext, ZoneContext } from './locale.tsx'
import type { Wire } from './wire.ts'

/**
 * When the browser makes an island live: immediately, when it is idle, when it is visible, or when it is pressed. An island
 * that waits for a press brings no script to a page that has none: there its links are links.
 */
type When = 'load' | 'idle' | 'visible' | 'press'

/** What several islands of one page share; see shared.tsx, the only place that knows jotai. */
export type Shares = {
  /** Server: one store a page. `stores` belongs to the page. */
  serve(children: ReactNode, state: State, stores: Map<object, unknown>): ReactNode
  /** Browser: reads what the server read until `adopt`, then the live store of the page. */
  join(children: ReactNode, state: State): { tree: ReactNode; adopt: () => void }
}
export type State = Readonly<Record<string, unknown>>

export type Island<P extends object = object> = ((props: P) => ReactNode) & {
  readonly island: string
  readonly when: When
  readonly shares: Shares | undefined
  readonly inner: ComponentType<P>
}

/** How the server places an island; without it (tests, an island inside an island) the component is just rendered. */
export const PlaceContext = createContext<((island: Island, props: object) => ReactNode) | null>(null)

type Options<_P> = {
  when: When
  shares?: Shares
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
  function Placed(props: P): ReactNode {
    const place = use(PlaceContext)
    return place ? place(placed as Island, props) : <Inner {...props} />
  }
  const placed: Island<P> = Object.assign(Placed, { island: name, when, shares, inner: Inner })
  return placed
}

/** The tree of one island's root. The server and the browser build exactly this, else ids and hydration differ. */
export function islandTree(
  { inner: Inner }: Island,
  props: object,
  locale: Locale,
  { wrap = (children: ReactNode) => children, onCommit = () => {}, html = '', zone = defaultZone } = {},
): ReactNode {
  return (
    <KeepHtml html={html}>
      <LocaleContext value={locale}>
        <ZoneContext value={zone}>{wrap(<Inner {...props} />)}</ZoneContext>
        <Committed run={onCommit} />
      </LocaleContext>
    </KeepHtml>
  )
}

function Committed({ run }: { run: () => void }): null {
  useLayoutEffect(run, [run])
  return null
}

/** An island that breaks goes back to the HTML of the server, whose links and forms still work. */
class KeepHtml extends Component<{ html: string; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true }
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children
    // biome-ignore lint/security/noDangerouslySetInnerHtml: what our own server rendered into this very place
    return <div className="contents" data-broken="" dangerouslySetInnerHTML={{ __html: this.props.html }} />
  }
}
