import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { readLogo } from '#modules/catalogue/entry.ts'
import { findSiteBrand } from '#modules/catalogue/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { drawIcon, drawInTurn } from '#platform/files/draw-image.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { type Drawing, line, type Shape } from '#platform/paper/drawing.ts'
import { paintPng } from '#platform/paper/paint.ts'
import { pathTo } from '#platform/path-to.ts'
import { type Locale, locales, localText, texts } from '#platform/texts.ts'
import { accentOf } from '#platform/ui/brand-colors.ts'

const messages = texts({
  certificate: ['Certificate of completion', 'Certificado de finalización'],
  checked: ['Checked online', 'Verificado en línea'],
})

/** The product's green, for organizations without a color. */
export const brandGreen = '#0b6244'
const white = '#ffffff'
const cacheControl = 'public, max-age=600'
const unchanging = 'public, max-age=31536000, immutable'

/** `logo`: the path of an uploaded picture, or ''. */
type Brand = { name: string; color: string | null; logo: string }
/** The pictures of an organization: icons by their size in pixels, and link previews by their language. */
const sizes = ['180', '192', '512'] as const
type Picture = (typeof sizes)[number] | `certificate-${Locale}`
const pictures: ReadonlySet<string> = new Set([...sizes, ...locales.map((locale) => `certificate-${locale}`)])

/** The first letters of the first two words: 'Sunshine Safe Driving' is 'SS'. */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .flatMap((word) => Array.from(word.replace(/^[^\p{L}\p{N}]+/u, '')).slice(0, 1))
    .slice(0, 2)
    .join('')
    .toUpperCase()

/** Changes with the picture, so that browsers may cache it permanently. */
const versionOf = ({ name, color, logo }: Brand): string =>
  createHash('sha256')
    .update(JSON.stringify(['2', name, color, logo]))
    .digest('hex')
    .slice(0, 12)

/** The preview of a certificate's link; added languages have the English one. */
export const previewAddress = (brand: Brand, locale: Locale): string =>
  iconAddress(brand, `certificate-${(locales as readonly Locale[]).includes(locale) ? locale : 'en-us'}`)

export const manifestAddress = '/manifest.webmanifest'

/**
 * The icon that phones without manifests use. It has no version: pages may show another website's logo than the site's.
 */
export const touchIconAddress = '/icon/180.png'

/** The address of a picture of an organization, on its own site. */
const iconAddress = (brand: Brand, picture: Picture): string => `/icon/${versionOf(brand)}/${picture}.png`

/**
 * `/manifest.webmanifest`, `/icon/180.png` and `/icon/{version}/{picture}.png` of the visited site. Requires the
 * request's `ctx`.
 */
export function siteIconRoutes(): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get(manifestAddress, async (c) => {
    const ctx = c.get('ctx')
    const headers = { 'content-type': 'application/manifest+json; charset=utf-8', 'cache-control': cacheControl }
    return c.body(JSON.stringify(manifestOf(await siteBrand(ctx))), 200, headers)
  })
  app.get(touchIconAddress, async (c) => {
    const ctx = c.get('ctx')
    return sendPicture(c, await drawOnce(ctx, await siteBrand(ctx), '180'), cacheControl)
  })
  app.get('/icon/:version{[0-9a-f]{12}}/:picture{[a-z0-9-]+\\.png}', async (c) => {
    const ctx = c.get('ctx')
    const brand = await siteBrand(ctx)
    const picture = c.req.param('picture').slice(0, -4)
    // The address of a previous name or color no longer exists, and the drawing ignores its value.
    if (!pictures.has(picture) || c.req.param('version') !== versionOf(brand)) return c.body(null, 404)
    return sendPicture(c, await drawOnce(ctx, brand, picture as Picture), unchanging)
  })
  return app
}

export async function siteBrand(ctx: Pick<Ctx, 'sql' | 'organization'>): Promise<Brand> {
  const { organization_id, name } = ctx.organization
  const brand = await findSiteBrand(ctx, organization_id)
  return { name, color: brand?.brand_color ?? null, logo: brand?.logo ?? '' }
}

const sendPicture = (c: Context<HttpEnv>, bytes: Uint8Array, cached: string): Response =>
  c.body(bytes as Uint8Array<ArrayBuffer>, 200, { 'content-type': 'image/png', 'cache-control': cached })

/** The manifest for a phone's home screen. The site works online only, so there is no service worker. */
function manifestOf(brand: Brand) {
  const icon = (size: '192' | '512', purpose: 'any' | 'maskable') => ({
    src: iconAddress(brand, size),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/',
    name: brand.name,
    start_url: pathTo('/dashboard'),
    scope: '/',
    display: 'standalone',
    background_color: white,
    theme_color: accentOf(brand.color, brandGreen),
    icons: [icon('192', 'any'), icon('512', 'any'), icon('512', 'maskable')],
  }
}

const maxStored = 200
const drawings = new Map<string, Uint8Array>()

/** Draws a picture once per process; the oldest ones are dropped. */
async function drawOnce(ctx: Ctx, brand: Brand, picture: Picture): Promise<Uint8Array> {
  // Organizations without a logo share pictures by name and color alone.
  const key = iconAddress(brand, picture)
  const before = drawings.get(key)
  if (before) return before
  const isIcon = (sizes as readonly string[]).includes(picture)
  const logo = isIcon ? await readLogo(ctx, ctx.organization.organization_id, brand.logo) : null
  const drawing = isIcon ? iconOf(brand) : previewOf(brand, picture.slice('certificate-'.length) as Locale)
  const bytes = logo
    ? await drawIcon(logo, Number(picture), accentOf(brand.color, brandGreen))
    : await drawInTurn(() => paintPng(drawing, isIcon ? Number(picture) : preview.width))
  if (drawings.size >= maxStored) drawings.delete(drawings.keys().next().value!)
  drawings.set(key, bytes)
  return bytes
}

const ground = (width: number, height: number, fill: string): Shape => ({
  kind: 'shape',
  d: `M0 0H${width}V${height}H0Z`,
  fill,
})

/** The initials in the circle that every icon shape shows, on the organization's color. */
function iconOf({ name, color }: Brand): Drawing {
  const letters = line(initialsOf(name), 256, 322, 300, { font: 'semibold', size: 190, fill: white }, 'middle')
  return { width: 512, height: 512, picture: null, marks: [ground(512, 512, accentOf(color, brandGreen)), letters] }
}

const preview = { width: 1200, height: 630 }

/** The preview of a certificate's shared link. It shows no more than its kind and the school. */
function previewOf({ name, color }: Brand, locale: Locale): Drawing {
  const { width, height } = preview
  const center = (text: string, y: number, size: number, font: 'regular' | 'semibold') =>
    line(text, width / 2, y, 1000, { font, size, fill: white }, 'middle')
  const check: Shape = { kind: 'shape', d: 'M545 150L585 190L660 105', stroke: white, line: 18 }
  return {
    ...preview,
    picture: null,
    marks: [
      ground(width, height, accentOf(color, brandGreen)),
      check,
      center(localText(locale, messages, 'certificate'), 330, 72, 'semibold'),
      center(name, 425, 48, 'regular'),
      center(localText(locale, messages, 'checked'), 540, 32, 'regular'),
    ],
  }
}
