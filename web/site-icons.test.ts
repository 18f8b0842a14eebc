import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'
import { previewAddress } from './site-icons.ts'

const app = await openTestApp()
const visit = (path: string, code = 'lsd') =>
  app.app.request(new URL(path, `http://${code}.localhost:3000`).href, { headers: { host: `${code}.localhost:3000` } })

type Manifest = { name: string; theme_color: string; start_url: string; icons: { src: string; sizes: string }[] }
const manifestOf = async (code: string) => (await visit('/manifest.webmanifest', code)).json() as Promise<Manifest>

test("each organization's site has a manifest with its own name, color and icons", async () => {
  await app.database.read`update identity.organization set brand_color = '#7a1f1f' where code = 'LSD'`
  const [own, other] = [await manifestOf('lsd'), await manifestOf('ssd')]
  expect(own.name).not.toBe(other.name)
  expect([own.theme_color, other.theme_color]).toEqual(['#7a1f1f', '#0b6244'])
  expect(own.start_url).toBe('/dashboard')
  expect(own.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
  for (const { src, sizes } of own.icons) {
    const answer = await visit(src)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const picture = sharp(Buffer.from(await answer.arrayBuffer()))
    const { width, height } = await picture.metadata()
    expect(`${width}x${height}`).toBe(sizes)
    // The color reaches the edges, so that a phone may cut any shape; the letters are in the middle.
    const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([...data.subarray(0, 3)]).toEqual([0x7a, 0x1f, 0x1f])
    expect(new Set(data.subarray(info.width * info.channels * (info.height >> 1))).size).toBeGreaterThan(2)
  }
})

test('draws nothing for another version, another size or another organization', async () => {
  const [icon] = (await manifestOf('lsd')).icons
  for (const path of [
    icon!.src.replace(/[0-9a-f]{12}/, '0'.repeat(12)),
    icon!.src.replace('192', '193'),
    icon!.src.replace('192.png', 'certificate-xx-xx.png'),
  ])
    expect((await visit(path)).status).toBe(404)
  expect((await visit(icon!.src, 'ssd')).status).toBe(404)
})

test('the preview of a certificate link has the size that other sites expect, in both languages', async () => {
  const brand = { name: (await manifestOf('lsd')).name, color: '#7a1f1f' }
  const bytes = await Promise.all(
    (['en-us', 'es-es'] as const).map(async (locale) =>
      Buffer.from(await (await visit(previewAddress(brand, locale))).arrayBuffer()),
    ),
  )
  for (const one of bytes) expect(await sharp(one).metadata()).toMatchObject({ width: 1200, height: 630 })
  expect(bytes[0]!.equals(bytes[1]!)).toBe(false)
})

test('every page names the manifest and the icon', async () => {
  const html = await (await visit('/login')).text()
  expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest"/>')
  expect(html).toMatch(/<link rel="apple-touch-icon" href="\/icon\/[0-9a-f]{12}\/180\.png"\/>/)
})
