import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { Document } from '../../web/layouts/document.tsx'
import type { Ctx } from '../ctx.ts'
import { anyone } from '../permissions.ts'
import { island } from '../ui/island.tsx'
import type { FrameContent } from './frame.ts'
import { cut, fill, gap } from './gaps.ts'
import { page } from './page.ts'
import { type PageHost, pageRoutes } from './pages.ts'

let draws = 0
let frames: unknown[] = []
const Clock = island('demo/clock', { when: 'load' }, ({ at }: { at: number; words?: string }) => <b>{at}</b>)
const lesson = page({
  address: '/lesson/:name',
  title: ['Lesson', 'Lección'],
  may: anyone,
  header: false,
  load: ({ params, query }) => ({
    words: 'Stop at red',
    name: params.name,
    at: Number(query.at),
    clock: !query.still,
    said: query.words,
  }),
  alike: ({ words }) => ({ words }),
  own: ({ name, at, clock, said }) => ({
    name: <i>{name}</i>,
    list: { html: `<ul><li>${at}</li></ul>` },
    ...(clock && {
      clock: <Clock at={at} words={said} />,
      framed: (
        <p>
          <Clock at={at} words={said} />
        </p>
      ),
    }),
  }),
  view: ({ words }, { frame, query }) => {
    draws++
    frames.push([frame.user, frame.path, query])
    return (
      <main>
        {words} {gap('name')} {gap('list')} {gap('clock')} {gap('framed')} {gap('nobody')}{' '}
        {frame.viewing_as && 'viewing'}
      </main>
    )
  },
})

const frameContent = (name: string): FrameContent => ({
  brand: { name: 'Brand', logo: null, colour: null },
  user: { user_id: 1, name, email: `${name}@example.com`, role: 'Student', picture: null },
  viewing_as: name === 'staff' ? { exit: '/exit' } : null,
  cart_count: 0,
  notifications: { total: 0, list: [] },
  banner: null,
  notices: { shown: [], ids: [] },
  drawer: [],
  support: { phone: null, href: null },
})
const actor = { kind: 'anonymous' }
const host: PageHost = {
  product: 'Waypost',
  document: Document,
  makeCtx: () => ({ actor, locale: 'en-us', log: { error: () => {} } }) as unknown as Ctx,
  frame: async (_, c) => frameContent(c.req.path.split('/').at(-1)!),
  failed: (_c, _ctx, error) => {
    throw error
  },
}
const app = new Hono().route('/', pageRoutes([lesson], host))
const read = async (path: string) => (await app.request(path)).text()

test('people see the same page drawn once, each with their own pieces and nonce', async () => {
  draws = 0
  frames = []
  const [ann, ben] = [await read('/lesson/ann?at=1'), await read('/lesson/ben<b>?at=2')]
  expect(draws).toBe(1)
  expect(frames).toEqual([[null, '', {}]])
  expect(ann).toMatch(/<main>Stop at red <i>ann<\/i> <ul><li>1<\/li><\/ul> <div id="own1".*<b>1<\/b>/)
  expect(ben).toMatch(/<i>ben.*<ul><li>2<\/li><\/ul> <div id="own1".*<b>2<\/b>/)
  expect(ben).not.toContain('ann')
  expect(ann).not.toMatch(/gap-[0-9a-f]{8}-/)
  const nonce = (html: string) => /nonce="([^"]+)"/.exec(html)![1]
  expect(nonce(ann)).not.toBe(nonce(ben))
})

test('an island is put down alike by itself and within other elements, each with an id of its own', async () => {
  const html = await read(`/lesson/ann?at=7&words=${encodeURIComponent(`<b>"it's" & so</b>`)}`)
  const islands = [...html.matchAll(/<div id="(own\d)" (.*?)<\/div><x-island (.*?) props=(["'])(.*?)\4><\/x-island>/g)]
  const read_props = (text: string) => text.replace(/&(\w+|#39|#x27);/g, (_, name) => signs[name]!)
  const [alone, framed] = islands.map(([, id, root, how, , props]) => ({ id, root, how, props: read_props(props!) }))
  expect(alone).toMatchObject({ id: 'own1', how: 'name="demo/clock" when="load"' })
  expect(JSON.parse(alone!.props)).toEqual({ at: 7, words: `<b>"it's" & so</b>` })
  expect({ ...framed, id: 'own1' }).toEqual(alone)
  expect(framed!.id).toBe('own2')
})

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }

test('with a text that stands for the alike part, the drawing is the one of that text, and without one of the part itself', async () => {
  let drawn = 0
  const told = page({
    address: '/told/:print',
    title: ['Lesson', 'Lección'],
    may: anyone,
    header: false,
    load: ({ params, query }) => ({ print: params.print === 'none' ? null : params.print, words: query.words ?? '' }),
    alike: ({ words }) => ({ words }),
    kept: ({ print }) => print,
    own: () => ({}),
    view: ({ words }) => {
      drawn++
      return <main>{words}</main>
    },
  })
  const site = new Hono().route('/', pageRoutes([told], host))
  const seen = async (path: string) => /<main>(.*)<\/main>/.exec(await (await site.request(path)).text())?.[1]
  expect([await seen('/told/a?words=one'), await seen('/told/a?words=one'), drawn]).toEqual(['one', 'one', 1])
  expect([await seen('/told/b?words=two'), drawn]).toEqual(['two', 2])
  expect([await seen('/told/none?words=three'), await seen('/told/none?words=four')]).toEqual(['three', 'four'])
  expect([await seen('/told/none?words=three'), drawn]).toEqual(['three', 4])
})

test('a page whose own pieces load other islands has another head', async () => {
  const still = await read('/lesson/ann?at=1&still=1')
  expect(still).not.toContain('/web/client.ts')
  expect(await read('/lesson/ann?at=1')).toContain('/web/client.ts')
})

test('staff who view as somebody get a page of their own, which nobody else is shown', async () => {
  expect(await read('/lesson/staff?at=1')).toContain('viewing')
  expect(await read('/lesson/ann?at=1')).not.toContain('viewing')
})

test('each gap is filled with its own, and what nobody fills is empty', () => {
  const drawing = cut(`a${gap('one')}b${gap('two')}${gap('none')}c${gap('one')}`)
  expect(fill(drawing, { one: '1', two: '<2>', more: 'x' }).toString()).toBe('a1b<2>c1')
})
