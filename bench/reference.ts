import { serve } from '@hono/node-server'
import { verify } from '@node-rs/argon2'
import { Hono } from 'hono'
import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'
import { defaultOptions, openDatabase } from '#platform/db/database.ts'

// The product's reference: the least that the same runtime, framework and pool can do for a page of twenty rows and for
// a change of one row. It contains nothing of the product: no session, organization, layout or log.

const { DATABASE_URL, DATABASE_SOCKET } = process.env
const db = openDatabase({ ...defaultOptions, name: 'bench-reference', url: DATABASE_URL!, socket: DATABASE_SOCKET })
const app = new Hono()

type Card = {
  card_id: number
  name: string
  excerpt: string
  image: string
  language: string
  hours: number
  rating: number
  states: string
  price_cents: number
}

// The facts that a catalogue course shows, in plain HTML.
const cardView = (card: Card) =>
  h(
    'li',
    { key: card.card_id, className: 'card' },
    h('img', { src: card.image, alt: '', width: 112, height: 112 }),
    h('h2', { className: 'name' }, h('a', { href: `/course/details/${card.card_id}` }, card.name)),
    h('p', { className: 'excerpt' }, card.excerpt),
    h(
      'ul',
      { className: 'marks' },
      h('li', null, card.language),
      h('li', null, `${card.hours} hours`),
      h('li', null, `Rated ${card.rating}`),
      h('li', null, card.states),
    ),
    h('p', { className: 'price' }, `$${(card.price_cents / 100).toFixed(2)}`),
  )

const pageView = (cards: readonly Card[]) =>
  h(
    'html',
    { lang: 'en' },
    h('head', null, h('title', null, 'Courses')),
    h('body', null, h('ul', null, cards.map(cardView))),
  )

app.get('/readyz', (c) => c.text('ready'))
app.get('/page', async (c) => {
  const cards = await db.read<Card>`
    select card_id, name, excerpt, image, language, hours, rating, states, price_cents from bench.card order by card_id limit 20`
  return c.html(`<!doctype html>${renderToString(pageView(cards))}`)
})
app.post('/update', async (c) => {
  const { note_id } = await c.req.json<{ note_id: number }>()
  await db.read`update bench.note set beats = beats + 1, at = platform.now() where note_id = ${note_id}`
  return c.json({ error: false })
})
app.post('/verify', async (c) => {
  const { hash, password } = await c.req.json<{ hash: string; password: string }>()
  return c.json({ error: false, fits: await verify(hash, password) })
})
app.get('/person', async (c) => {
  const user_id = Number(c.req.query('user_id'))
  const [person] = await db.read`select * from identity.person where user_id = ${user_id}`
  return c.json({ error: false, person })
})

const listener = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT) })
process.on('SIGTERM', () => {
  listener.close()
  void db.close(1_000).then(() => process.exit(0))
})
