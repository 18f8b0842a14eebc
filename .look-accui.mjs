import { chromium } from 'playwright-core'
const base = 'http://localhost:3071'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const who = process.argv[2], steps = process.argv.slice(3)
const narrow = process.env.NARROW === '1'
const context = await browser.newContext({ viewport: narrow ? { width: 390, height: 844 } : { width: 1440, height: 900 }, colorScheme: process.env.DARK ? 'dark' : 'light' })
const page = await context.newPage()
page.on('console', m => ['error','warning'].includes(m.type()) && console.log('console', m.type(), m.text().slice(0,300)))
page.on('pageerror', e => console.log('pageerror', e.message.slice(0,300)))
page.on('response', r => r.status() >= 400 && console.log(r.status(), r.url()))
await context.request.post(base + '/login', { form: { loginid: who + '@example.com', password: 'Demo-Password-2026!' }, headers: { origin: base }, maxRedirects: 0 })
if (process.env.ES) await context.addCookies([{ name: 'locale', value: 'es-es', url: base }])
for (const step of steps) {
  const [kind, ...rest] = step.split('='); const arg = rest.join('=')
  try {
  if (kind === 'go') { await page.goto(base + arg); await page.waitForTimeout(1500) }
  if (kind === 'click') { await page.click(arg, { timeout: 5000 }); await page.waitForTimeout(700) }
  if (kind === 'fill') { const [s, v] = arg.split('~'); await page.fill(s, v) }
  if (kind === 'press') { await page.keyboard.press(arg); await page.waitForTimeout(300) }
  if (kind === 'file') { const [s, f] = arg.split('~'); await page.setInputFiles(s, f); await page.waitForTimeout(1500) }
  if (kind === 'wait') await page.waitForTimeout(Number(arg))
  if (kind === 'shot') await page.screenshot({ path: `/tmp/accui/${arg}.png` })
  if (kind === 'full') await page.screenshot({ path: `/tmp/accui/${arg}.png`, fullPage: true })
  if (kind === 'text') console.log(await page.locator(arg).allInnerTexts())
  if (kind === 'eval') console.log(await page.evaluate(arg))
  if (kind === 'focus') console.log('focus', await page.evaluate(() => document.activeElement?.outerHTML.slice(0,160)))
  } catch (e) { console.log(step, e.message.slice(0,200)) }
}
await browser.close()
