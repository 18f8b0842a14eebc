import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Site, startSite } from './support/site.ts'

/** Bytes on the wire before a page is loaded: the page, its style, font and scripts. */
const budgets = [
  { page: '/', most: 120_000 },
  { page: '/courses/search', most: 50_000 },
  { page: '/login', most: 130_000 },
  { page: '/checkout', most: 150_000 },
] as const

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.stop())

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }

/** Bodies as sent: `fetch` decodes them. */
function send(path: string, headers: Record<string, string> = {}, form?: string): Promise<Answer> {
  const common = { 'accept-encoding': 'gzip, br', 'sec-fetch-site': 'same-origin' }
  const type = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
  return new Promise((resolve, reject) => {
    const options = { method: form === undefined ? 'GET' : 'POST', headers: { ...common, ...type, ...headers } }
    const clientRequest = request(site.origin + path, options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    clientRequest.on('error', reject)
    clientRequest.end(form)
  })
}

async function cartCookies(): Promise<string> {
  const { headers } = await send('/cart/add', {}, 'course_website_id=1001')
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';')[0])
    .join('; ')
}

test.each(budgets)('$page is at most $most bytes on the wire', async ({ page, most }) => {
  const cookie = page === '/checkout' ? await cartCookies() : ''
  const headers: Record<string, string> = cookie ? { cookie } : {}
  const sentAnswer = await send(page, headers)
  expect([sentAnswer.status, sentAnswer.headers['content-encoding']]).toEqual([
    200,
    ['/', '/courses/search'].includes(page) ? 'br' : 'gzip',
  ])
  const html = await (await fetch(site.origin + page, { headers })).text()
  const files = new Set([...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!))
  expect(files.size).toBeGreaterThan(1)
  let bytes = sentAnswer.body.length
  for (const path of files) {
    const file = await send(path)
    expect([path, file.status]).toEqual([path, 200])
    expect([path, file.headers['content-length']]).toEqual([path, String(file.body.length)])
    bytes += file.body.length
  }
  expect(bytes).toBeLessThanOrEqual(most)
})
