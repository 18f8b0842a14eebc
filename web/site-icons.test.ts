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
  const [manifest, other] = [await manifestOf('lsd'), await manifestOf('ssd')]
  expect(manifest.name).not.toBe(other.name)
  expect([manifest.theme_color, other.theme_color]).toEqual(['#7a1f1f', '#0b6244'])
  expect(manifest.start_url).toBe('/dashboard')
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
  for (const { src, sizes } of manifest.icons) {
    const response = await visit(src)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const picture = sharp(Buffer.from(await response.arrayBuffer()))
    const { width, height } = await picture.metadata()
    expect(`${width}x${height}`).toBe(sizes)
    // The color reaches the edges, so that a phone may crop to any shape; the letters are in the middle.
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
  const brand = { name: (await manifestOf('lsd')).name, color: '#7a1f1f', logo: '' }
  const bytes = await Promise.all(
    (['en-us', 'es-es'] as const).map(async (locale) =>
      Buffer.from(await (await visit(previewAddress(brand, locale))).arrayBuffer()),
    ),
  )
  for (const byte of bytes) expect(await sharp(byte).metadata()).toMatchObject({ width: 1200, height: 630 })
  expect(bytes[0]!.equals(bytes[1]!)).toBe(false)
})

test('every page names the manifest and the icon', async () => {
  const html = await (await visit('/login')).text()
  expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest"/>')
  expect(html).toContain('<link rel="apple-touch-icon" href="/icon/180.png"/>')
  const icon = await visit('/icon/180.png')
  expect([icon.status, icon.headers.get('cache-control')]).toEqual([200, 'public, max-age=600'])
})

test("the icons show an organization's own logo in the part that no launcher cuts off, and a light one on its color", async () => {
  const drawn = async (fill: string, name: string) => {
    const bytes = await sharp({ create: { width: 400, height: 200, channels: 3, background: fill } })
      .webp({ lossless: true })
      .toBuffer()
    const { key } = await app.files.put({ bytes, content_type: 'image/webp', folder: 'logo', limit_bytes: 100_000 })
    const [row] = await app.database.read<{ attachment_id: number }>`
      insert into catalogue.attachment (organization_id, lk_file_type_id, name, file_key, content_type, size_bytes, visible_to)
      select organization_id, 1, ${name}, ${key}, 'image/webp', ${bytes.length}, 'everybody'
      from identity.organization where code = 'LSD' returning attachment_id`
    return `/media/${row!.attachment_id}/${name}`
  }
  const show = (logo: string, code = 'LSD') => app.database.read`
    update identity.organization set logo = ${logo}, brand_color = '#7a1f1f' where code = ${code}`
  const pixels = async (code = 'lsd') => {
    const { src } = (await manifestOf(code)).icons[1]!
    const bytes = Buffer.from(await (await visit(src, code)).arrayBuffer())
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const pixelAt = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
    return {
      edge: pixelAt(0, 0),
      middle: pixelAt(256, 256),
      across: pixelAt(256 + 170, 256),
      beyond: pixelAt(256 + 190, 256),
    }
  }
  await app.database.read`
    update catalogue.website set logo = '' where organization_id in (
      select organization_id from identity.organization where code in ('LSD', 'SSD'))`
  const dark = await drawn('#102030', 'dark.webp')
  await show(dark)
  const white = [255, 255, 255]
  expect(await pixels()).toEqual({
    edge: white,
    middle: [0x10, 0x20, 0x30],
    across: [0x10, 0x20, 0x30],
    beyond: white,
  })
  await show(await drawn('#fafafa', 'light.webp'))
  expect(await pixels()).toMatchObject({ edge: [0x7a, 0x1f, 0x1f], middle: [0xfa, 0xfa, 0xfa] })
  // Another organization's logo is not used: the initials are drawn instead.
  await show(dark, 'SSD')
  expect((await pixels('ssd')).edge).toEqual([0x7a, 0x1f, 0x1f])
})
