import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { defineErrors, errors } from '#platform/errors.ts'
import { admin, anyone, signedIn } from '#platform/permissions.ts'
import { island } from '#platform/ui/island.tsx'
import { Document } from '#web/layouts/document.tsx'
import { errorPages, failedPage } from '#web/layouts/errors.tsx'
import { PublicLayout } from '#web/layouts/public.tsx'
import type { CspSources } from './csp.ts'
import { field, invalid } from './form.ts'
import type { FrameContent } from './frame.ts'
import { type AnyPage, type LayoutProps, page } from './page.ts'
import { notFound, redirect } from './page-redirect.ts'
import { pageRoutes } from './pages.ts'

const { taken, wrong } = defineErrors({
  taken: [409, 'TAKEN', ['Taken', 'Ocupado']],
  wrong: [401, 'WRONG', ['Invalid Credentials.', 'Credenciales no válidas.']],
})
const Live = island('demo/live', { when: 'load' }, ({ text }: { text: string }) => <b>{text}</b>)
const staticPage = page({ address: '/still', title: ['Still', 'Quieto'], may: anyone, view: () => <h1>Still</h1> })
const interactivePage = page({
  address: '/lively/:id',
  may: anyone,
  load: ({ params, query }) => ({ text: `${params.id}<${query.q}>` }),
  title: (data, locale) => `${locale} ${data.text}`,
  view: ({ text }) => <Live text={text} />,
})
const form = page({
  address: '/form',
  title: ['Form', 'Formulario'],
  may: anyone,
  load: () => ({ note: 'loaded' }),
  submit: ({ form: sentForm }) => {
    if (sentForm.values.login_id === 'taken') throw taken({}, {}, [{ path: 'login_id', message: 'is taken' }])
    if (sentForm.values.login_id === 'wrong') throw wrong()
    if (sentForm.values.login_id === 'ended') throw errors.unauthenticated()
    if (!sentForm.values.login_id) return invalid({ login_id: 'is missing' }, 'Please, correct all errors.')
    return redirect('/done', { flash: { kind: 'success', text: 'Saved' }, cookies: ['a=1; Path=/', 'b=2; Path=/'] })
  },
  view: (data, { form: state }) => {
    const { error, ...input } = field(state, 'login_id', 'start')
    return (
      <form>
        {data.note} {state.message} {error}
        <input {...input} />
        <input {...field(state, 'password')} />
      </form>
    )
  },
})
let loads = 0
const parts = (name: string, csp: CspSources = {}) =>
  page({
    address: `/parts/${name}`,
    title: [`Part ${name}`, `Parte ${name}`],
    may: anyone,
    swap: 'parts',
    load: () => {
      loads += 1
    },
    submit: () => redirect(name === 'away' ? 'https://other.example/' : '/parts/two'),
    view: () => <Live text={name} />,
    csp,
  })
const pages: AnyPage[] = [
  parts('one'),
  parts('two', { frame: ['https://films.example'] }),
  parts('away'),
  staticPage,
  interactivePage,
  form,
  page({ address: '/mine', title: ['Mine', 'Mío'], may: signedIn, view: () => 'mine' }),
  page({ address: '/lesson', title: ['Lesson', 'Lección'], may: anyone, restorable: true, view: () => 'lesson' }),
  page({ address: '/part', title: ['Part', 'Parte'], may: signedIn, restorable: true, view: () => 'part' }),
  page({ address: '/admin', title: ['Admin', 'Admin'], may: admin, view: () => 'admin' }),
  page({ address: '/done', title: ['Done', 'Hecho'], may: anyone, layout: PublicLayout, view: () => <h1>Done</h1> }),
  page({ address: '/gone/:id', title: ['Gone', 'Ido'], may: anyone, load: () => notFound(), view: () => null }),
  page({
    address: '/out-of-reach',
    title: ['-', '-'],
    may: anyone,
    load: () => Promise.reject(errors.notFound()),
    view: () => null,
  }),
  page({
    address: '/breaks',
    title: ['-', '-'],
    may: anyone,
    load: () => Promise.reject(new Error('secret detail')),
    view: () => null,
  }),
  ...errorPages,
]

const frame: FrameContent = {
  brand: { name: 'Acme', logo: null, color: '#0b6244' },
  user: null,
  viewing_as: null,
  notifications: { total: 0, list: [] },
  notices: { shown: [], ids: [] },
  banner: null,
  drawer: [],
  support: { phone: null, email: null, hours: '', href: null },
}

const someone: FrameContent['user'] = {
  user_id: 1,
  name: 'Dana',
  email: 'dana@example.com',
  role: 'Student',
  picture: null,
}

/** The number of times that the content of a whole frame was loaded. */
let frames = 0

function site(
  actor: Actor = { kind: 'anonymous' },
  locale: Ctx['locale'] = 'en-us',
  user: FrameContent['user'] = null,
) {
  const log = { error() {}, info() {}, warn() {}, with: () => log }
  const ctx = { actor, locale, log, request: { id: 'r-17' }, admit: () => {} } as unknown as Ctx
  const app = new Hono()
  const host = {
    makeCtx: () => ctx,
    frame: async () => {
      frames += 1
      return { ...frame, user }
    },
    partFrame: () => frame,
    document: Document,
    part: ({ children }: LayoutProps) => <main className="part">{children}</main>,
    failed: (c: Parameters<typeof failedPage>[0]) => failedPage(c, { locale, requestId: 'r-17', product: 'Waypost' }),
  }
  return app.route('/', pageRoutes(pages, host))
}
const student: Actor = {
  kind: 'user',
  user_id: 1,
  role: 'Student',
  organization_id: 1,
  session_id: 1,
  permissions: new Set(),
  viewed_by: null,
}
const post = (fields: Record<string, string>) =>
  site().request('/form', { method: 'POST', body: new URLSearchParams(fields) })
const ownScripts = (html: string) => [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src]) => src)

test('browsers may restore a page without secrets, and its script hides it after sign-out', async () => {
  const response = await site(student, 'en-us', someone).request('/mine')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.text()).not.toContain('pageshow')
  const lesson = await site(student, 'en-us', someone).request('/lesson')
  expect(lesson.headers.get('cache-control')).toBe('private, no-cache')
  const html = await lesson.text()
  expect(html).toContain('data-person="1"')
  expect(html.indexOf('pageshow')).toBeGreaterThan(0)
  expect(html.indexOf('pageshow')).toBeLessThan(html.indexOf('<body>'))
  expect(await (await site().request('/lesson')).text()).not.toContain('pageshow')
  // A page that is not public asks the server for the session first.
  expect(html).not.toContain('data-restored')
  expect(await (await site(student, 'en-us', someone).request('/part')).text()).toContain('data-restored="ask"')
})

test('a page without islands loads no script of ours', async () => {
  const html = await (await site().request('/still')).text()
  expect(html).toMatch(/^<!doctype html><html lang="en-us">/)
  expect(html).toContain('<title>Still | Acme</title>')
  expect(ownScripts(html)).toEqual(['/@vite/client']) // only on the development server
  expect(html).not.toContain('name="state"')
})

test('a page shown within another one has the layout of a part, and distinct ids', async () => {
  // The document around them has no ids for scripts.
  const idsOf = (html: string) =>
    [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!).filter((id) => !['page', 'toasts'].includes(id))
  const headers = { 'x-part': '1' }
  const alone = await (await site().request('/lively/7')).text()
  const part = await (await site(student, 'en-us', someone).request('/lively/7', { headers })).text()
  expect([alone.includes('<main class="part">'), part.includes('<main class="part">')]).toEqual([false, true])
  expect(idsOf(part).length).toBeGreaterThan(0)
  expect(idsOf(part).filter((id) => idsOf(alone).includes(id))).toEqual([])
  // Pages for visitors may be cached for other visitors.
  expect(await (await site().request('/lively/7', { headers })).text()).not.toContain('class="part"')
})

test('a page in the same frame responds with its part, without the content of the frame', async () => {
  const wholePage = await site().request('/parts/two')
  expect([wholePage.headers.get('vary'), wholePage.headers.get('x-swap')]).toEqual([
    expect.stringMatching(/^x-swap\b/),
    null,
  ])
  const before = frames
  const part = await site().request('/parts/two', { headers: { 'x-swap': 'parts 12' } })
  expect([part.status, part.headers.get('x-swap'), part.headers.get('vary'), frames - before]).toEqual([
    200,
    'parts',
    expect.stringMatching(/^x-swap\b/),
    0,
  ])
  const html = await part.text()
  expect(html).toContain('<title>Part two | Acme</title>')
  expect(html).toContain('data-origins="frame:https://films.example"')
  expect(html).toContain('id="s12-i1"')
  expect(html).not.toMatch(/<link|<script/)
})

test('a page outside of the frame responds before it has loaded anything', async () => {
  const before = loads
  for (const [path, header] of [
    ['/still', 'parts 1'],
    ['/parts/one', 'others 1'],
    ['/mine', 'parts 1'],
  ] as const) {
    const response = await site().request(path, { headers: { 'x-swap': header } })
    expect([path, response.status, response.headers.get('x-swap')]).toEqual([path, 204, null])
  }
  expect(loads).toBe(before)
})

test.each(['parts', 'parts x', '1', 'parts 1 2', ''])('a header of the form %o gets the whole page', async (header) => {
  const response = await site().request('/parts/one', { headers: { 'x-swap': header } })
  expect([response.status, response.headers.get('x-swap')]).toEqual([200, null])
})

test('a form sent for a part is redirected within the site, and elsewhere by its address alone', async () => {
  const send = (path: string) =>
    site().request(path, { method: 'POST', headers: { 'x-swap': 'parts 1' }, body: new FormData() })
  const response = await send('/parts/one')
  expect([response.status, response.headers.get('location')]).toEqual([303, '/parts/two'])
  const awayResponse = await send('/parts/away')
  expect([awayResponse.status, awayResponse.headers.get('x-next-page'), awayResponse.headers.get('location')]).toEqual([
    204,
    'https://other.example/',
    null,
  ])
})

test('a form sent in place by a script gets the redirect and the cookies, and an invalid one its page', async () => {
  const headers = { 'x-in-place': '1' }
  const send = (fields: Record<string, string>) =>
    site().request('/form', { method: 'POST', body: new URLSearchParams(fields), headers })
  const response = await send({ login_id: 'dana' })
  expect([response.status, response.headers.get('x-next-page'), response.headers.get('location')]).toEqual([
    204,
    '/done',
    null,
  ])
  expect(response.headers.getSetCookie()).toEqual(expect.arrayContaining(['a=1; Path=/', 'b=2; Path=/']))
  const reply = await send({})
  expect([reply.status, (await reply.text()).includes('is missing')]).toEqual([422, true])
  const endedResponse = await send({ login_id: 'ended' })
  expect(endedResponse.headers.get('x-next-page')).toMatch(/^\/login\?redirect=/)
})

test("a page with an island loads the runtime, and visitors' input stays text", async () => {
  const html = await (await site({ kind: 'anonymous' }, 'es-es').request('/lively/7?q=</title><script>x')).text()
  expect(html).toContain('<html lang="es-es">')
  expect(ownScripts(html)).toEqual(['/@vite/client', '/web/client.ts'])
  expect(html.match(/<script/g)).toHaveLength(2)
  expect(html).toContain('<title>es-es 7&lt;&lt;/title&gt;&lt;script&gt;x&gt; | Acme</title>')
})

test('each response has its own nonce, and its policy allows nothing else', async () => {
  const [response, two] = await Promise.all([site().request('/lively/1'), site().request('/lively/1')])
  const policy = response.headers.get('content-security-policy')!
  const nonce = /script-src 'nonce-([^']+)'/.exec(policy)![1]!
  expect(await response.text()).toContain(`nonce="${nonce}"`)
  expect(policy).toContain("style-src-attr 'none'")
  expect(two.headers.get('content-security-policy')).not.toBe(policy)
})

test('a visitor is redirected to sign in and back to the full path', async () => {
  const response = await site().request('/mine?tab=2')
  expect([response.status, response.headers.get('location')]).toEqual([302, '/login?redirect=%2Fmine%3Ftab%3D2'])
})

test('a role that is not allowed is redirected to the dashboard with the reason', async () => {
  const response = await site(student).request('/admin')
  expect(response.headers.get('location')).toBe('/dashboard')
  expect(decodeURIComponent(response.headers.get('set-cookie')!)).toContain('You cannot access this page.')
})

test('the reason is shown on the next page, once', async () => {
  const cookie = `flash=${encodeURIComponent(JSON.stringify({ kind: 'error', text: 'Not <you>' }))}`
  const response = await site().request('/done', { headers: { cookie } })
  expect(await response.text()).toContain('Not &lt;you&gt;')
  expect(response.headers.get('set-cookie')).toMatch(/^flash=;.*Max-Age=0/)
})

test('an unknown or out-of-scope record redirects to /404, which returns 404', async () => {
  for (const path of ['/gone/1', '/out-of-reach']) {
    const reply = await site().request(path)
    expect([reply.status, reply.headers.get('location')]).toEqual([302, '/404'])
  }
  const response = await site().request('/404')
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('Page Not Found')
  expect((await site().request('/410')).status).toBe(410)
})

test('org_code and course_website_id are kept in links, and dropped when empty', async () => {
  const redirectOf = async (path: string) => (await site().request(path)).headers.get('location')
  expect(await redirectOf('/gone/1?org_code=abc&course_website_id=9&x=1')).toBe('/404?org_code=abc&course_website_id=9')
  expect(await redirectOf('/gone/1?org_code=')).toBe('/404')
})

test('an error page shows the request id and no details', async () => {
  const response = await site().request('/breaks')
  const html = await response.text()
  expect(response.status).toBe(500)
  expect(html).toContain('r-17')
  expect(html).not.toContain('secret detail')
})

test('a refused form keeps the typed text, but no password', async () => {
  const response = await post({ login_id: 'taken', password: 'hunter2' })
  const html = await response.text()
  expect(response.status).toBe(409)
  expect(html).toContain('loaded')
  expect(html).toContain('Taken')
  expect(html).toContain('is taken')
  expect(html).toContain('value="taken"')
  expect(html).not.toContain('hunter2')
})

test('a form with a missing field returns 422 with the reason', async () => {
  const response = await post({ login_id: '' })
  expect(response.status).toBe(422)
  expect(await response.text()).toContain('is missing')
})

test('an accepted form redirects with 303', async () => {
  const response = await post({ login_id: 'new' })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/done'])
  expect(response.headers.getSetCookie()).toEqual(expect.arrayContaining(['a=1; Path=/', 'b=2; Path=/']))
})

test('wrong credentials are shown in their form; an ended session redirects to sign-in', async () => {
  const response = await post({ login_id: 'wrong' })
  expect([response.status, (await response.text()).includes('Invalid Credentials.')]).toEqual([401, true])
  expect((await post({ login_id: 'ended' })).headers.get('location')).toBe('/login?redirect=%2Fform')
})
