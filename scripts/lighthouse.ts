import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { releaseOnSignal, startPostgres } from '#platform/db/embedded.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { openSite } from '#tests/e2e/support/open-site.ts'
import { requireChromium } from './chromium.ts'
import { root } from './run.ts'

/** Visitors' first pages; each must reach `goal` in every category. */
const pages = ['/', '/courses/search', '/course/details/1001', '/checkout', '/login']
const goal = 95
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const devices = ['phone', 'desktop'] as const

type Scores = Record<(typeof categories)[number], number>
type Lighthouse = (
  url: string,
  flags: object,
  config?: object,
) => Promise<{ lhr: { categories: Record<string, { score: number | null }>; audits: Record<string, Audit> } }>
type Audit = { score: number | null; title: string; scoreDisplayMode: string }

/** Lighthouse is installed beside the bench and isn't a dependency of the product. */
const packages = resolve(root, 'bench/quality/node_modules')
const { default: lighthouse, desktopConfig } = (await import(`${packages}/lighthouse/core/index.js`)) as {
  default: Lighthouse
  desktopConfig: object
}

const folder = await mkdtemp(join(tmpdir(), 'waypost-lighthouse-'))
releaseOnSignal()
const postgres = await startPostgres({ folder: join(folder, 'postgres'), durable: false })
const site = await openSite(postgres.url, folder)
const port = await freePort()
const flags = ['--headless', '--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`]
const browser = spawn(
  await requireChromium(),
  [...flags, `--user-data-dir=${join(folder, 'browser')}`, 'about:blank'],
  {
    stdio: 'ignore',
  },
)
const rows: { page: string; device: string; scores: Scores }[] = []
try {
  await untilOpen(port)
  for (const page of pages)
    for (const device of devices) rows.push({ page, device, scores: await measure(page, device) })
} finally {
  browser.kill()
  await site.stop()
  await postgres.release()
  await rm(folder, { recursive: true, force: true })
}
const table = [
  `| page | device | ${categories.join(' | ')} |`,
  `|---|---|${categories.map(() => '--:').join('|')}|`,
  ...rows.map(
    ({ page, device, scores }) => `| ${page} | ${device} | ${categories.map((name) => scores[name]).join(' | ')} |`,
  ),
].join('\n')
console.log(`\n${table}\n`)
const day = new Date().toLocaleDateString('en-US', { dateStyle: 'long' })
await writeFile(
  resolve(root, 'bench/lighthouse.md'),
  `# Lighthouse\n\nWritten by \`make lighthouse\` on ${day}: the built product with its demo, headless Chromium, one run a page.\n\n${table}\n`,
)
const missed = rows.filter(({ scores }) => scores.performance < goal || scores.accessibility < goal)
process.exitCode = missed.length > 0 ? 1 : 0

async function measure(page: string, device: (typeof devices)[number]): Promise<Scores> {
  const options = { port, output: 'json', logLevel: 'error', onlyCategories: [...categories] }
  const { lhr } = await lighthouse(`${site.origin}${page}`, options, device === 'desktop' ? desktopConfig : undefined)
  for (const { title, score, scoreDisplayMode } of Object.values(lhr.audits))
    if (score !== null && score < 0.9 && scoreDisplayMode !== 'informative')
      console.log(`  ${page} ${device}: ${title} (${score})`)
  return Object.fromEntries(
    categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]),
  ) as Scores
}

async function untilOpen(index: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const response = await fetch(`http://127.0.0.1:${index}/json/version`).catch(() => null)
    if (response?.ok) return
    await new Promise((later) => setTimeout(later, 100))
  }
  throw new Error('the browser did not open')
}
