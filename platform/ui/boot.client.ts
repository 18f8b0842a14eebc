import { hydrateRoot } from 'react-dom/client'
import { addChangedTexts, type ChangedText, documentLocale } from '#platform/texts.ts'
import { downloadInPlace } from './download-clicks.ts'
import { forgetDraftsOfOthers, readDraft } from './draft.ts'
import { fetchChunk } from './fetch-chunk.ts'
import { type Island, islandTree, onFirstChange } from './island.tsx'
import { recordIslandRoot, unmountIsland } from './mounted-islands.ts'
import { decode } from './wire.ts'

/** Loads the module of an island by its mark (`<x-island>`). */
export type LoadIsland = (mark: Element) => Promise<{ default: Island }>

/** In a build, each mark names the file of its island. */
const loadByAddress: LoadIsland = (mark) => import(/* @vite-ignore */ mark.getAttribute('src')!)

/** Hydrates the page's islands. */
export function boot(load: LoadIsland = loadByAddress): void {
  const locale = documentLocale()
  const zone = document.documentElement.dataset.zone

  async function hydrate(mark: Element, host: HTMLElement, onReady: () => void): Promise<void> {
    const name = mark.getAttribute('name')!
    // The server names only built files.
    const [chunk] = await Promise.all([fetchChunk(() => load(mark), mark, host), loadChangedTexts(name)])
    if (!mark.isConnected) return
    const island = chunk!.default
    const props = decode<object>(mark.getAttribute('props')!)
    const onCommit = () => {
      host.dataset.ready = ''
      onReady()
    }
    const root = hydrateRoot(
      host,
      islandTree(island, props, locale, { onCommit, html: host.innerHTML, ...(zone && { zone }) }),
      {
        identifierPrefix: `${host.id}-`,
        onCaughtError: (error) => console.error(`[island ${name}]`, error),
        onRecoverableError: (error) => console.error(`[island ${name}]`, error),
      },
    )
    recordIslandRoot(mark, root)
  }

  forgetDraftsOfOthers()
  customElements.define('x-island', islandElement(hydrate))
  downloadInPlace()
  // Only the frame of a course needs it. Until it has loaded, links and forms load whole pages.
  if (document.querySelector('[data-swap]')) void import('./swap.client.ts').then((swap) => swap.startSwapping())
}

const loading = new Map<string, Promise<void>>()

/**
 * Loads the changed or translated texts of an island; without them it would replace the page's texts by the product's
 * own.
 */
function loadChangedTexts(island: string): Promise<void> {
  const { lang, dataset } = document.documentElement
  if (!dataset.texts) return Promise.resolve()
  const loaded = loading.get(island) ?? fetchTexts(lang, `/texts/${lang}/${dataset.texts}/${island}.json`)
  loading.set(island, loaded)
  return loaded
}

async function fetchTexts(lang: string, address: string): Promise<void> {
  try {
    const response = await fetch(address)
    if (response.ok) addChangedTexts(lang, (await response.json()) as ChangedText[])
  } catch {
    // Without a connection the island still works, with the product's texts.
  }
}

/** `<x-island>` follows the root that it describes: once the parser creates it, that root is complete. */
function islandElement(hydrate: (mark: Element, host: HTMLElement, onReady: () => void) => Promise<void>) {
  return class extends HTMLElement {
    #started = false

    connectedCallback() {
      const host = this.previousElementSibling as HTMLElement
      // A press before hydration is repeated afterwards, because only the scripts could have handled it.
      let pressed: HTMLElement | null = null
      const press = (event: Event) => {
        pressed = (event.target as Element).closest('button[type=button]:not([popovertarget]), a[data-press]')
        if (!pressed) return
        // The link of an island that hydrates on press; with a modifier key it opens normally.
        const { metaKey, ctrlKey, shiftKey } = event as MouseEvent
        if (pressed.matches('a') && (metaKey || ctrlKey || shiftKey)) return
        if (pressed.matches('a')) event.preventDefault()
        run()
      }
      const onReady = () => {
        host.removeEventListener('click', press)
        pressed?.click()
        pressed = null
      }
      const run = () => {
        if (this.#started) return
        this.#started = true
        void hydrate(this, host, onReady).catch(console.error)
      }
      if (!this.#started) host.addEventListener('click', press)
      whenDue(this, host, run)
    }

    disconnectedCallback() {
      queueMicrotask(() => this.isConnected || unmountIsland(this))
    }
  }
}

function whenDue(mark: Element, host: HTMLElement, run: () => void): void {
  const timing = mark.getAttribute('when')
  const element = host.firstElementChild // the host itself has `display: contents`, so it has no box to observe
  if ((timing === 'visible' || timing === 'reached') && element) {
    const onEntries = (entries: IntersectionObserverEntry[]) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      run()
    }
    const observer = new IntersectionObserver(onEntries, { rootMargin: timing === 'reached' ? '50%' : '0%' })
    observer.observe(element)
  } else if (timing === 'idle') whenIdle(run)
  else if (timing === 'later') {
    if (document.readyState === 'complete') whenIdle(run)
    else addEventListener('load', () => whenIdle(run), { once: true })
  } else if (timing === 'follow') onFirstChange(run)
  // A panel that the person left open opens again on the next page.
  else if (timing !== 'press' || readDraft(mark.getAttribute('name')!)) run()
}

function whenIdle(run: () => void): void {
  const idle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 200)) // Safari lacks it
  idle(run)
}
