import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { openDemo } from '#modules/catalogue/testing/demo.ts'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Locale } from '#platform/texts.ts'
import type { FrameContent } from '#platform/web/frame.ts'
import { pageRoutes } from '#platform/web/pages.ts'
import { Document } from '#web/layouts/document.tsx'
import { errorPages, failedPage } from '#web/layouts/errors.tsx'
import accessibility from './accessibility.page.tsx'
import details from './details.page.tsx'
import home from './home.page.tsx'
import privacy from './privacy.page.tsx'
import search from './search.page.tsx'
import { Suits } from './suits.tsx'
import terms from './terms.page.tsx'

const demo = await openDemo()
const frame: FrameContent = {
  brand: { name: 'Sunshine Safe Driving', logo: null, color: null },
  user: null,
  viewing_as: null,
  notifications: { total: 0, list: [] },
  notices: { shown: [], ids: [] },
  banner: null,
  drawer: [],
  support: { phone: null, email: null, hours: '', href: null },
}

async function visit(
  path: string,
  { code, locale, watch }: { code?: string; locale?: Locale; watch?: (ctx: Ctx) => Ctx } = {},
) {
  const base = await demo.ctx(code, undefined, locale)
  const ctx = watch ? watch(base) : base
  const host = {
    makeCtx: () => ctx,
    frame: async () => frame,
    document: Document,
    product: 'Waypost',
    failed: (c: Parameters<typeof failedPage>[0]) =>
      failedPage(c, { locale: ctx.locale, requestId: 'r', product: 'Waypost' }),
  }
  const response = await new Hono()
    .route('/', pageRoutes([search, details, home, accessibility, privacy, terms, ...errorPages], host))
    .request(path)
  return { status: response.status, location: response.headers.get('location'), html: await response.text() }
}
const text = (html: string) =>
  html
    .replaceAll(/<!-- -->/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')

test('the catalogue shows the courses for sale with count, price, time, states and rating', async () => {
  const { status, html } = await visit('/courses/search')
  expect(status).toBe(200)
  expect(html).toContain('<title>Search Courses | Sunshine Safe Driving</title>')
  const content = text(html)
  expect(content).toContain('Showing 3 of 3 Results')
  for (const words of ['Basic Driver Improvement', '$19.95', '4 hours', 'Florida', 'Rated 4.7 of 5', 'Spanish']) {
    expect(content).toContain(words)
  }
  expect(html).toMatch(/<a href="\/course\/details\/1001"/)
})

test('the search works without scripts, with its criteria in the address and in the form', async () => {
  const { html } = await visit('/courses/search?course_name=permit&sort_by=-price&lk_state_id=23')
  expect(text(html)).toMatch(/Showing 1 of 1 Result(?!s)/)
  expect(html).toMatch(/name="course_name"[^>]*value="permit"|value="permit"[^>]*name="course_name"/)
  expect(html).toMatch(/<option value="-price" selected=""/)
  expect(html).toMatch(/<input type="hidden" name="lk_state_id" value="23"/)
  // A chip undoes the state, and keeps the rest.
  expect(html).toMatch(/href="\/courses\/search\?course_name=permit&amp;sort_by=-price" aria-current="true"[^>]*>/)
  expect(html).not.toContain('data-island')
})

test('a search term is shown as text, never as markup', async () => {
  const { status, html } = await visit(
    `/courses/search?course_name=${encodeURIComponent('"><script>alert(1)</script>%_\'')}`,
  )
  expect(status).toBe(200)
  expect(html).not.toContain('<script>alert(1)')
  expect(text(html)).toContain('We have no course for “')
})

test.each(['?page=-1', '?page=abc', '?sort_by=;drop', '?lk_state_id=', '?course_website_id=x', '?course_name=%00'])(
  'a mistyped address %s still shows the courses',
  async (query) => {
    const { status, html } = await visit(`/courses/search${query}`)
    expect(status).toBe(200)
    expect(text(html)).toContain('Showing 3 of 3 Results')
  },
)

test('a page beyond the last one links to all courses', async () => {
  const { status, html } = await visit('/courses/search?page=9')
  expect(status).toBe(200)
  expect(html).toContain('Show all courses')
})

test('words with typing errors find a course, and words without results show suggestions', async () => {
  const close = text((await visit('/courses/search?course_name=drivr+improvemnt')).html)
  expect(close).toContain('No exact match for “drivr improvemnt”')
  expect(close).toContain('Basic Driver Improvement')
  const none = text((await visit('/courses/search?course_name=zzzzqqqq', { locale: 'es-es' })).html)
  expect(none).toContain('No tenemos ningún curso para “zzzzqqqq”')
  expect(none).toContain('Basic Driver Improvement')
})

test('chips select a language among those for sale', async () => {
  const { html } = await visit('/courses/search')
  expect(html).toContain('href="/courses/search?lk_language_id=2"')
  const chosen = (await visit('/courses/search?lk_language_id=2')).html
  expect(text(chosen)).toMatch(/Showing 1 of 1 Result(?!s)/)
  expect((await visit('/courses/search', { code: 'GCT' })).html).not.toContain('lk_language_id=')
})

test('an organization without courses says so, with a link to sign in', async () => {
  const { html } = await visit('/courses/search', { code: 'MWD' })
  expect(text(html)).toContain('No courses are for sale here right now')
  expect(html).toContain('href="/login"')
})

test('the catalogue is available in Spanish', async () => {
  const content = text((await visit('/courses/search', { locale: 'es-es' })).html)
  expect(content).toContain('Mostrando 3 de 3 resultados')
  const single = text((await visit('/courses/search?lk_language_id=2', { locale: 'es-es' })).html)
  expect(single).toMatch(/Mostrando 1 de 1 resultado(?!s)/)
  expect(content).toContain('Nueva York')
})

test('a resold course is preserved in the links to the details and through the form', async () => {
  const { html } = await visit('/courses/search?course_website_id=1004')
  expect(text(html)).toContain('$21.95')
  expect(html).toContain('href="/course/details/1004?course_website_id=1004"')
  expect(html).toMatch(/<input type="hidden" name="course_website_id" value="1004"/)
})

test('a page of the catalogue runs one query', async () => {
  let queries = 0
  // A statement runs when awaited; a fragment is never awaited itself.
  const counted = <T extends object>(statement: T): T =>
    new Proxy(statement, {
      get(target, name) {
        if (name === 'then') queries += 1
        return Reflect.get(target, name)
      },
    })
  const watch = (ctx: Ctx): Ctx => ({
    ...ctx,
    sql: new Proxy(ctx.sql, { apply: (sql, self, query) => counted(Reflect.apply(sql, self, query)) }),
  })
  const { html } = await visit('/courses/search?course_name=e&lk_state_id=FL', { watch })
  expect(text(html)).toContain('Showing 3 of 3 Results')
  expect(queries).toBe(1)
})

test('the details show the FAQs first, and the outline on request', async () => {
  const faqs = await visit('/course/details/1001')
  expect(faqs.html).toContain('<title>Basic Driver Improvement | Sunshine Safe Driving</title>')
  expect(faqs.html).toContain('<details')
  const outline = await visit('/course/details/1001?tab=outline')
  expect(outline.html).not.toContain('<details class="group')
  expect(text(outline.html)).toContain('Final Exam')
})

test('search engines get one address and description per course, on every tab', async () => {
  const { html } = await visit('/course/details/1001?tab=outline&org_code=SSD')
  expect(html).toContain('<link rel="canonical" href="https://ssd.waypost.example/course/details/1001"/>')
  expect(html).toMatch(/<meta name="description" content="Florida 4-hour traffic school/)
  expect((await visit('/courses/search?sort_by=nonsense')).html).toContain(
    '<link rel="canonical" href="https://ssd.waypost.example/courses/search"/>',
  )
})

test('a course without FAQs shows its outline immediately', async () => {
  await demo.db.tx((sql) => sql`delete from catalogue.faq where course_version_id = 4`)
  const { html } = await visit('/course/details/1003')
  expect(html).not.toContain('<details class="group')
  expect(html).not.toContain('tab=faqs')
})

test('a course is added to the cart by a plain form, with its audio if it has one', async () => {
  const { html } = await visit('/course/details/1001')
  expect(html).toMatch(/<form[^>]* action="\/cart\/add" method="post"/)
  expect(html).toMatch(/<input type="hidden" name="course_website_id" value="1001"/)
  expect(html).toContain('name="audio_ind"')
  expect((await visit('/course/details/1002')).html).not.toContain('name="audio_ind"')
})

test('a course without a certificate says so instead of offering delivery', async () => {
  expect(text((await visit('/course/details/1001')).html)).toContain('Email + Digital Download')
  expect(text((await visit('/course/details/1003')).html)).toContain(
    "This course doesn't include certificate delivery.",
  )
})

test.each(['1006', '1014', '0', 'abc', '99999999999999', '1001%27'])('returns 404 for a course %s', async (id) => {
  expect(await visit(`/course/details/${id}`)).toMatchObject({ status: 302, location: '/404' })
})

test('the root address shows visitors the organization and its courses', async () => {
  const { status, html } = await visit('/')
  expect(status).toBe(200)
  expect(html).toContain('<title>Online driving courses | Sunshine Safe Driving</title>')
  expect(html).toMatch(/<h1[^>]*>Finish your driving course from home<\/h1>/)
  expect(html).toMatch(/<h3><a href="\/course\/details\/1001"/)
  // An organization without courses still shows who it is.
  expect((await visit('/', { code: 'MWD' })).html).not.toContain('name="need"')
})

test.each(['/privacy', '/terms'])(
  '%s names the operator and is marked as a sample, in both languages',
  async (path) => {
    const english = text((await visit(path)).html)
    expect(english).toContain('sample text')
    expect(english).toContain('Sunshine Safe Driving')
    expect(text((await visit(path, { locale: 'es-es' })).html)).toContain('texto de muestra')
  },
)

test('the accessibility statement lists what is met, what is not, and how to reach the school', async () => {
  const english = await visit('/accessibility')
  expect(english.status).toBe(200)
  expect(text(english.html)).toContain('Sunshine Safe Driving')
  expect(text(english.html)).toContain('What does not work yet')
  expect(english.html).toContain('href="/support/contact"')
  expect(text((await visit('/accessibility', { locale: 'es-es' })).html)).toContain('Lo que todavía no funciona')
  expect((await visit('/privacy')).html).toContain('href="/accessibility"')
})

test.each(['terms', 'privacy'])(
  "an organization's own text is at /%s of its site and its sub-organizations, and never as markup",
  async (what) => {
    const [en, es] = [`The rules of ${what}.\n\nA <b>second</b>\nparagraph.`, `Las reglas de ${what}.`]
    await demo.db.tx(
      (sql) => sql`
        insert into checkout.checkout_settings ${sql({ organization_id: 3, [`${what}_en`]: en, [`${what}_es`]: es })}
        on conflict (organization_id) do update set ${sql({ [`${what}_en`]: en, [`${what}_es`]: es })}`,
    )
    for (const code of ['LSD', 'LST']) {
      const { html } = await visit(`/${what}`, { code })
      expect(html).toMatch(new RegExp(`<p[^>]*>The rules of ${what}\\.</p>`))
      expect(html).toMatch(/<p[^>]*>A &lt;b&gt;second&lt;\/b&gt;\nparagraph\.<\/p>/)
      expect(html).not.toContain('sample text')
      expect((await visit(`/${what}`, { code, locale: 'es-es' })).html).toContain(`Las reglas de ${what}.`)
    }
    expect((await visit(`/${what}`)).html).toContain('sample text')
    await demo.db.tx((sql) => sql`delete from checkout.checkout_settings`)
  },
)

const factsOf = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html)?.[1] ?? 'null')
const headOf = (html: string) => html.slice(0, html.indexOf('</head>'))

test('search engines and shared links get the course with its price, in both languages, under one host', async () => {
  const { html } = await visit('/course/details/1001?tab=outline')
  const url = 'https://ssd.waypost.example/course/details/1001'
  expect(factsOf(html)).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: 'Basic Driver Improvement',
    url,
    inLanguage: 'en',
    provider: { name: 'Sunshine Safe Driving', url: 'https://ssd.waypost.example' },
    hasCourseInstance: { courseMode: 'online', courseWorkload: 'PT240M' },
    offers: { price: '19.95', priceCurrency: 'USD', availability: 'https://schema.org/InStock', url },
  })
  const head = headOf(html)
  expect(head).toContain(`<link rel="alternate" hrefLang="es" href="${url}?lang=es-es"/>`)
  expect(head).toContain(`<link rel="alternate" hrefLang="x-default" href="${url}"/>`)
  expect(head).toContain('<meta property="og:title" content="Basic Driver Improvement"/>')
  expect(head).toMatch(/<meta property="og:image" content="https:\/\/ssd\.waypost\.example\/media\/\d+\/[^"]+"\/>/)
  expect(head).toContain('<meta property="og:image:alt" content="A red octagonal stop sign"/>')
  const spanish = (await visit('/course/details/1001', { locale: 'es-es' })).html
  expect(headOf(spanish)).toContain(`<link rel="canonical" href="${url}?lang=es-es"/>`)
  expect(headOf(spanish)).toContain('<meta property="og:locale" content="es_ES"/>')
})

test('the structured data list the courses in the order shown', async () => {
  const { html } = await visit('/courses/search?sort_by=-price')
  const { itemListElement } = factsOf(html) as { itemListElement: { name: string; position: number }[] }
  const names = [...text(html).matchAll(/<h2><a [^>]*>([^<]+)</g)].map((match) => match[1])
  expect(itemListElement.map(({ name }) => name)).toEqual(names)
  expect(itemListElement.map(({ position }) => position)).toEqual([1, 2, 3])
})

test('a course name cannot end its structured data', async () => {
  const hostile = '</script><script>alert(1)</script>'
  await demo.db.tx((sql) => sql`update catalogue.course_version set name = ${hostile} where course_version_id = 3`)
  const { html } = await visit('/course/details/1002')
  expect(factsOf(html).name).toBe(hostile)
  expect(html).not.toContain('<script>alert(1)')
  await demo.db.tx(
    (sql) => sql`update catalogue.course_version set name = 'Manejo Defensivo' where course_version_id = 3`,
  )
})

test('the details show included courses, and others for its states, recommended ones first', async () => {
  const { html } = await visit('/course/details/1001')
  expect(text(html)).toContain('Related courses')
  expect(html).toMatch(/<h3[^>]*><a href="\/course\/details\/1002"/)
  expect(html).not.toContain('Also included in this course')
  await demo.db.tx(async (sql) => {
    await sql`insert into catalogue.course_bundle values (1, 4, 1)`
    await sql`insert into catalogue.course_upsell values (1, 4, 1)`
  })
  const details = (await visit('/course/details/1001')).html
  expect(details).toContain('Also included in this course')
  expect(details.indexOf('Teen Permit')).toBeLessThan(details.lastIndexOf('Manejo Defensivo'))
  await demo.db.tx((sql) => sql`delete from catalogue.course_bundle`)
  await demo.db.tx((sql) => sql`delete from catalogue.course_upsell`)
})

test('the details list who a course is for, and number the chapters', async () => {
  const content = text((await visit('/course/details/1001?tab=outline')).html)
  expect(content).toContain('you need a course for Florida')
  expect(content).toContain('you need a course for another state')
  expect(content).toContain('Ask the clerk of the court, the judge or your insurer')
  expect(content).not.toContain('you have a traffic ticket')
  expect(content).not.toContain('Approval number')
  expect(content).toMatch(/>1<\/span><span[^>]*>[^<]+<\/span>/)
  await demo.db.tx(async (sql) => {
    await sql`alter table catalogue.course_version disable trigger published`
    await sql`update catalogue.course_version set program_id = 'fl-bdi' where course_version_id = 1`
    await sql`alter table catalogue.course_version enable trigger published`
    await sql`insert into catalogue.certificate_signer (organization_id, approval_number) values (1, 'FL-77')`
    await sql`
      insert into catalogue.home_section (organization_id, section, body_en) values (1, 'refund', 'Money back for 30 days.')`
  })
  clearVersionCache()
  const details = text((await visit('/course/details/1001')).html)
  for (const words of ['you have a traffic ticket', 'FL-77', 'Money back for 30 days.'])
    expect(details).toContain(words)
  expect(text((await visit('/course/details/1001', { locale: 'es-es' })).html)).not.toContain('Money back')
})

test('the bar of a phone sends the same form as the box, with the audio', async () => {
  const { html } = await visit('/course/details/1001')
  expect(html).toMatch(/<form id="buy"/)
  expect(html).toMatch(/<button[^>]* form="buy"[^>]*>Get this course<\/button>/)
})

test('a course without states or a program says nothing about whom it suits', () => {
  const suits = (states: string[]) => Suits({ course: { program_id: null, states } as never, locale: 'en-us' })
  expect(suits([])).toBeNull()
  expect(suits(['Texas'])).not.toBeNull()
})

test('a page that does not exist leads a visitor to the home page', async () => {
  const { html } = await visit('/404')
  expect(html).toMatch(/<a href="\/"[^>]*>Go to the home page/)
  expect(html).not.toContain('href="/dashboard"')
})
