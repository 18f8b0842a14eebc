import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '#scripts/run.ts'
import type { Running } from '#scripts/site.ts'
import type { Row } from './report.ts'
import { type Seeded, sessionOf } from './seeded.ts'

/** A public or student page: its source, and the size of its scripts in gzipped bytes. */
export type PageSize = {
  readonly name: string
  readonly path: string
  readonly islands: number
  readonly bytes: number
}

type Chunk = { file: string; imports?: string[] }
type Manifest = Record<string, Chunk>
type Page = { name: string; path: string; session?: string; cart?: true }

/** The other tabs of a student's account, as its page links them. */
async function settingsTabs(port: number, { first }: Seeded): Promise<string[]> {
  const { html } = await visit(port, { name: 'settings', path: '/settings', session: sessionOf(first.user_id) })
  return [...new Set([...html.matchAll(/href="\/settings\?tab=([\w-]+)"/g)].map(([, tab]) => tab!))]
}

function pagesOf({ first, lesson, visitors }: Seeded, tabs: readonly string[]): Page[] {
  const learner = sessionOf(first.user_id)
  const { unregistered, film, quiz, beginner } = visitors
  const at = ({ user_id }: { user_id: number }) => ({ session: sessionOf(user_id) })
  const quizPath = (place: typeof quiz) => `/course/${place.student_course_id}/quiz/${place.component_id}`
  return [
    { name: 'catalogue', path: '/courses/search' },
    { name: 'course details', path: '/course/details/1001' },
    { name: 'privacy', path: '/privacy' },
    { name: 'sign-in', path: '/login' },
    { name: 'sign-up', path: '/signup' },
    { name: 'forgotten password', path: '/forgot-password' },
    { name: 'checkout', path: '/checkout', cart: true },
    { name: 'dashboard', path: '/dashboard', session: learner },
    { name: 'about you', path: '/about', session: learner },
    { name: 'settings', path: '/settings', session: learner },
    { name: 'settings, the picture', path: '/settings/picture', session: learner },
    ...tabs.map((tab) => ({ name: `settings, ${tab}`, path: `/settings?tab=${tab}`, session: learner })),
    { name: 'course, a lesson', path: `/course/${first.student_course_id}/${lesson.component_id}`, session: learner },
    { name: 'course, a video', path: `/course/${film.student_course_id}/${film.component_id}`, ...at(film) },
    { name: 'quiz, its beginning', path: quizPath(beginner), ...at(beginner) },
    { name: 'quiz, a question', path: quizPath(quiz), ...at(quiz) },
    { name: 'registration', path: `/course/${unregistered.student_course_id}/registration`, ...at(unregistered) },
    { name: 'agreement', path: `/course/${unregistered.student_course_id}/agreement`, ...at(unregistered) },
  ]
}

/** The scripts that each page's HTML loads; `make check` holds the most that a page may load (script-budget.ts). */
export async function pageSizes({ port }: Running, seeded: Seeded): Promise<PageSize[]> {
  const manifest: Manifest = JSON.parse(readFileSync(resolve(root, 'dist/client/.vite/manifest.json'), 'utf8'))
  const sizes: PageSize[] = []
  for (const page of pagesOf(seeded, await settingsTabs(port, seeded))) {
    const { path, html } = await visit(port, page)
    const files = scriptsOf(html, manifest)
    const bytes = [...files].reduce((sum, file) => sum + gzipped(file), 0)
    sizes.push({ name: page.name, path, islands: html.match(/<x-island/g)?.length ?? 0, bytes })
  }
  return sizes
}

export function sizeRows(sizes: readonly PageSize[]): Row[] {
  const largest = sizes.reduce((most, page) => (page.bytes > most.bytes ? page : most))
  const still = sizes.filter(({ islands }) => islands === 0)
  const heaviest = Math.max(0, ...still.map(({ bytes }) => bytes))
  return [
    {
      label: 'client JavaScript of pages without islands, gzipped',
      measured: kilobytes(heaviest),
      goal: '0',
      met: heaviest === 0,
      note: `${still.length} such pages: ${still.map(({ name }) => name).join(', ')}`,
    },
    {
      label: 'client JavaScript of any public or student page, gzipped, the largest',
      measured: kilobytes(largest.bytes),
      goal: '<= 95 kB',
      met: largest.bytes <= 95_000,
      note: `${largest.name}; of ${sizes.length} pages`,
    },
  ]
}

export const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`

/** The files of a page's scripts with their imports. */
function scriptsOf(html: string, manifest: Manifest): Set<string> {
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? []
  const named = tags.flatMap((tag) => /(?:src|href)="\/(assets\/[^"]+\.js)"/.exec(tag)?.[1] ?? [])
  const files = new Set<string>()
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const next of chunk.imports ?? []) add(next)
  }
  for (const file of named) {
    const key = Object.keys(manifest).find((source) => manifest[source]!.file === file)
    if (!key) throw new Error(`${file} is not in the client's manifest`)
    add(key)
  }
  return files
}

const gzipped = (file: string): number => gzipSync(readFileSync(resolve(root, 'dist/client', file))).length

type VisitedPage = { path: string; html: string }

async function visit(port: number, { name, path, session, cart }: Page): Promise<VisitedPage> {
  const cookies = session ? [`waypost=${session}`] : []
  if (cart) cookies.push(...(await fillCart(port)))
  let query = path
  for (let steps = 0; steps < 4; steps++) {
    const response = await request(port, query, cookies)
    const to = response.headers.get('location')
    if (response.status === 200) return { path: query, html: await response.text() }
    if (!to || to === '/404' || response.status >= 400)
      throw new Error(`${name}: ${query} answered ${response.status} ${to ?? ''}`)
    query = new URL(to, 'http://localhost').pathname
  }
  throw new Error(`${name}: ${path} leads nowhere`)
}

const request = (port: number, path: string, cookies: readonly string[], form?: Record<string, string>) =>
  fetch(`http://localhost:${port}${path}`, {
    redirect: 'manual',
    headers: { cookie: cookies.join('; '), 'sec-fetch-site': 'same-origin', 'accept-language': 'en-US' },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })

/** Adds a course to a guest's cart; returns the response's cookies. */
async function fillCart(port: number): Promise<string[]> {
  const response = await request(port, '/cart/add', [], { course_website_id: '1001' })
  return response.headers.getSetCookie().map((line) => line.split(';')[0]!)
}
