/**
 * The functions of `/embed.js`. Other sites receive them as text, so each uses only its parameters and browser APIs,
 * never an import or a name of this file.
 */

type Words = Readonly<Record<string, string>>
/** `details` is the address of a course page, to which the course's id is appended. */
type Paths = { readonly checkout: string; readonly search: string; readonly details: string }
type Site = { color: string; paths: Paths; words: { readonly 'en-us': Words; readonly 'es-es': Words } }
type Attributes = Readonly<Record<string, string>>
type Child = Node | string
export type Kit = {
  origin: string
  paths: Paths
  words(element: Element): Words
  make(tag: string, attributes?: Attributes, ...children: Child[]): HTMLElement
  read(element: Element, path: string, query: Attributes): Promise<unknown>
  root(element: HTMLElement): ShadowRoot
  checkoutUrl(element: Element, course: string): string
  language(element: Element): string
  failure(element: Element): HTMLElement
}

/** The style of the elements: fonts and text color of the surrounding page, and the organization's color. */
export function openSheet(color: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `:host{display:block;font:inherit;color:inherit;--c:var(--waypost-color,${color})}:host([hidden]){display:none}:host(waypost-course){max-width:26rem}
ul{list-style:none;margin:0;padding:0;display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,16rem),1fr))}
article{border:1px solid color-mix(in srgb,currentColor 20%,transparent);border-radius:.75rem;overflow:hidden;height:100%;display:flex;flex-direction:column}
img{display:block;width:100%;aspect-ratio:16/9;object-fit:cover}
.b{padding:1rem;display:flex;flex-direction:column;gap:.5rem;flex:1}h3,p{margin:0}h3{font-size:1.125em;line-height:1.3}
.p{font-weight:600}.a{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin-top:auto}
.go{display:inline-flex;align-items:center;box-sizing:border-box;min-height:2.75rem;padding:.6rem 1rem;border:0;border-radius:.5rem;background:var(--c);color:#fff;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
a:not(.go){color:var(--c)}:focus-visible{outline:3px solid var(--c);outline-offset:2px}
label{display:block;margin-bottom:.25rem}input{font:inherit;color:inherit;background:transparent;box-sizing:border-box;width:100%;max-width:24rem;min-height:2.75rem;padding:.5rem .75rem;border:1px solid currentColor;border-radius:.5rem}
form,.m{margin:0 0 1rem}.m{margin:1rem 0 0}[hidden]{display:none!important}`,
  )
  return sheet
}

export function openKit(origin: string, site: Site, sheet: CSSStyleSheet): Kit {
  const languageOf = (element: Element) =>
    (element.closest('[lang]')?.getAttribute('lang') ?? '').toLowerCase().startsWith('es') ? 'es-es' : 'en-us'
  const words = (element: Element) => site.words[languageOf(element)]
  const make = (tag: string, attributes: Attributes = {}, ...children: Child[]) => {
    const element = document.createElement(tag)
    Object.entries(attributes).forEach(([name, value]) => {
      element.setAttribute(name, value)
    })
    element.append(...children)
    return element
  }
  const checkoutUrl = (element: Element, course: string) => {
    const url = new URL(site.paths.checkout, origin)
    url.searchParams.set('course', /^\d+$/.test(course) ? `id:${course}` : course)
    ;['code', 'administrator', 'instructor'].forEach((name) => {
      const value = element.getAttribute(name)
      if (value) url.searchParams.set(name, value)
    })
    return url.href
  }
  return {
    origin,
    paths: site.paths,
    language: languageOf,
    words,
    make,
    checkoutUrl,
    async read(element, path, query) {
      const url = new URL(`/api${path}`, origin)
      Object.entries(query).forEach(([name, value]) => {
        if (value) url.searchParams.set(name, value)
      })
      // Without cookies: the catalogue is the same for everyone.
      const response = await fetch(url, { credentials: 'omit', headers: { 'accept-language': languageOf(element) } })
      if (!response.ok) throw new Error(`${response.status}`)
      return response.json()
    },
    root(element) {
      const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
      root.adoptedStyleSheets = [sheet]
      return root
    },
    // Content between the tags of the element is shown instead of the courses.
    failure(element) {
      const t = words(element)
      const link = make('a', { href: new URL(site.paths.search, origin).href }, t.open ?? '')
      return make('slot', {}, make('p', { role: 'status' }, `${t.failed} `, link))
    },
  }
}

/** The card of a course, used by the catalogue and the single course. */
export type Card = (element: Element, course: Record<string, unknown>) => HTMLElement

export function openCard({ origin, paths, language, words, make, checkoutUrl }: Kit): Card {
  return (element, course) => {
    const t = words(element)
    const { name, excerpt = '', price, imageUrl, course_website_id } = course as Record<string, string>
    const money = new Intl.NumberFormat(language(element), { style: 'currency', currency: 'USD' }).format(Number(price))
    const details = new URL(paths.details + course_website_id, origin).href
    const image = imageUrl
      ? [make('img', { src: new URL(imageUrl, origin).href, alt: '', crossorigin: 'anonymous', loading: 'lazy' })]
      : []
    const links = make(
      'div',
      { class: 'a' },
      make('a', { class: 'go', href: checkoutUrl(element, String(course_website_id)) }, t.buy ?? ''),
      make('a', { href: details, 'aria-label': `${t.details}: ${name}` }, t.details ?? ''),
    )
    const texts = [make('h3', {}, name ?? ''), make('p', {}, excerpt), make('p', { class: 'p' }, money)]
    return make('article', {}, ...image, make('div', { class: 'b' }, ...texts, links))
  }
}

type LoadedCard = { readonly kit: Kit; readonly card: Card }
export type Sites = {
  /** Whether this script is the page's first, which defines the elements. */
  readonly isFirst: boolean
  /** The site that the element's `site` attribute names, or else the first; once it is loaded. */
  withSite(element: HTMLElement, show: (loaded: LoadedCard) => unknown): void
}

/** The sites whose scripts are on the page: an element can be defined only once, so all scripts share the first's. */
export function openSites(kit: Kit, card: Card): Sites {
  const page = globalThis as { waypostSites?: Map<string, LoadedCard> }
  const isFirst = !page.waypostSites
  page.waypostSites ??= new Map()
  const sites = page.waypostSites
  sites.set(kit.origin, { kit, card })
  document.dispatchEvent(new Event('waypost-site'))
  const find = (element: HTMLElement) => {
    const name = element.getAttribute('site')
    if (!name) return sites.values().next().value
    return URL.canParse(name) ? sites.get(new URL(name).origin) : undefined
  }
  const withSite: Sites['withSite'] = (element, show) => {
    const loaded = find(element)
    if (loaded) return void show(loaded)
    // The script of the site may follow.
    document.addEventListener('waypost-site', () => element.isConnected && withSite(element, show), { once: true })
  }
  return { isFirst, withSite }
}

/**
 * `<waypost-checkout course="1001" code="SAVE5">Enroll</waypost-checkout>`: a link to the checkout of the organization.
 */
export function defineCheckout({ withSite }: Sites): void {
  class WaypostCheckout extends HTMLElement {
    static observedAttributes = ['course', 'code', 'administrator', 'instructor', 'site']
    connectedCallback() {
      withSite(this, ({ kit }) => this.show(kit))
    }
    attributeChangedCallback() {
      if (this.isConnected) this.connectedCallback()
    }
    show(kit: Kit) {
      const href = kit.checkoutUrl(this, this.getAttribute('course') ?? '')
      const label = kit.make('slot', {}, kit.words(this).buy ?? '')
      kit.root(this).replaceChildren(kit.make('a', { class: 'go', part: 'button', href }, label))
    }
  }
  customElements.define('waypost-checkout', WaypostCheckout)
}

/** `<waypost-course id="1001">`: the card of one course. */
export function defineCourse({ withSite }: Sites): void {
  class WaypostCourse extends HTMLElement {
    connectedCallback() {
      withSite(this, (loaded) => this.show(loaded))
    }
    async show({ kit, card }: LoadedCard) {
      const root = kit.root(this)
      root.replaceChildren(kit.make('p', { role: 'status' }, kit.words(this).loading ?? ''))
      try {
        const { course, imageUrl } = (await kit.read(this, '/course/fetch/details', {
          id: this.getAttribute('id') ?? '',
        })) as Record<string, object>
        root.replaceChildren(card(this, { ...course, imageUrl }))
      } catch {
        root.replaceChildren(kit.failure(this))
      }
    }
  }
  customElements.define('waypost-course', WaypostCourse)
}

/** `<waypost-catalogue state="FL">`: the courses for sale, with a search. */
export function defineCatalogue({ withSite }: Sites): void {
  class WaypostCatalogue extends HTMLElement {
    connectedCallback() {
      withSite(this, (loaded) => this.show(loaded))
    }
    show({ kit, card }: LoadedCard) {
      const t = kit.words(this)
      const input = kit.make('input', { type: 'search', id: 'q', maxlength: '200' }) as HTMLInputElement
      const form = kit.make('form', { role: 'search' }, kit.make('label', { for: 'q' }, t.search ?? ''), input)
      const status = kit.make('p', { role: 'status' })
      const list = kit.make('ul', { 'aria-label': t.courses ?? '' })
      const moreButton = kit.make('button', { type: 'button', class: 'go m', hidden: '' }, t.more ?? '')
      let page = 1
      let latestCount = 0
      const show = async (next: number) => {
        latestCount += 1
        const request = latestCount
        page = next
        status.textContent = t.loading ?? ''
        const query = {
          page: String(page),
          course_name: input.value,
          lk_state_id: this.getAttribute('state') ?? '',
        }
        try {
          const { data } = (await kit.read(this, '/course/fetchPublicCourses', query)) as {
            data: { courses: Record<string, unknown>[]; after_id: number | null }
          }
          // Only the latest search is shown.
          if (request !== latestCount) return
          const items = data.courses.map((course) => kit.make('li', {}, card(this, course)))
          if (page === 1) list.replaceChildren(...items)
          else list.append(...items)
          status.textContent = list.children.length === 0 ? (t.none ?? '') : ''
          moreButton.hidden = data.after_id === null
          if (page > 1) items[0]?.querySelector('a')?.focus()
        } catch {
          if (request === latestCount) kit.root(this).replaceChildren(kit.failure(this))
        }
      }
      form.addEventListener('submit', (event) => {
        event.preventDefault()
        void show(1)
      })
      moreButton.addEventListener('click', () => void show(page + 1))
      kit.root(this).replaceChildren(form, status, list, moreButton)
      void show(1)
    }
  }
  customElements.define('waypost-catalogue', WaypostCatalogue)
}
