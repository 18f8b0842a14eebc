import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium } from '#scripts/chromium.ts'

const quiet = ['--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']

/** This machine's headless Chromium, without network calls of its own. */
export function openBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('no Chromium: make test installs one')
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet]
  return chromium.launch({ executablePath, args })
}

export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }

/** The browser logs refusals as errors. Missing resources are caught below. */
const refusal = /^Failed to load resource: the server responded with a status of 4\d\d/
const parts = ['script', 'stylesheet', 'image', 'font', 'media']

/** The browser skips the fading between two pages if the window's size changes meanwhile; the new page is shown at once. */
const skippedTransition = /^Transition was (?:aborted|skipped)/

/** Everything that the browser reports about a page: console, failed requests, errors, policy violations. */
export function complaints(page: Page): string[] {
  const problems: string[] = []
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type()) || refusal.test(message.text())) return
    problems.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => {
    if (!skippedTransition.test(error.message)) problems.push(`error: ${error.message}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // A navigation aborts running requests; that isn't a fault of the page.
    if (reason !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    const worst = parts.includes(response.request().resourceType()) ? 400 : 500
    if (response.status() >= worst) problems.push(`${response.status()}: ${response.url()}`)
  })
  return problems
}
