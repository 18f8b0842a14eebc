import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { Ctx } from '#platform/ctx.ts'
import { fileNames } from '#platform/files/file-claims.ts'
import { openFiles } from '#platform/files/files.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { silentLog } from '#platform/log.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { filesPort } from '#platform/ports.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { changePicture, removePicture } from './change-picture.ts'
import { isProfilePicture } from './is-profile-picture.ts'
import { pictureRoutes } from './picture-routes.ts'

const folder = await mkdtemp(join(tmpdir(), 'waypost-pictures-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const site = await openTestSite(fillPorts([filesPort, openFiles({ folder })], [fileNames, [isProfilePicture]]))

const fileOf = (bytes: Uint8Array) => ({
  type: 'image/png',
  stream: (async function* () {
    yield bytes
  })(),
})

/** Left half red, right half blue. */
const twoColors = (width = 400, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
  ])

async function open(ctx: Ctx, path: string): Promise<Response> {
  const app = new Hono<HttpEnv>()
  app.use(async (c, next) => {
    c.set('ctx', ctx)
    await next()
  })
  app.route('/', pictureRoutes({ log: silentLog }))
  return app.request(path)
}

test('a picture is cropped, redrawn as 256 pixels of WebP, without other data', async () => {
  const { ctx } = await site.signIn(await site.addPerson())
  const bytes = await twoColors()
    .jpeg()
    .withExif({ IFD0: { Artist: 'Somebody', Copyright: 'at home' } })
    .toBuffer()
  const picture = fileOf(bytes)
  const { data } = await changePicture.run(ctx, { picture, x: 0, y: 0, width: 200, height: 200 })
  const response = await open(ctx, data.avatar!)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/webp')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('cache-control')).toContain('private')
  const painted = Buffer.from(await response.arrayBuffer())
  const { format, width, height, exif } = await sharp(painted).metadata()
  expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 256, height: 256, exif: undefined })
  const { dominant } = await sharp(painted).stats()
  expect(dominant.r).toBeGreaterThan(200)
  expect(dominant.b).toBeLessThan(50)
})

test('a new picture has a new address, and the former one is deleted from the store', async () => {
  const { ctx } = await site.signIn(await site.addPerson())
  const first = await changePicture.run(ctx, { picture: fileOf(await twoColors().png().toBuffer()) })
  const second = await changePicture.run(ctx, {
    picture: fileOf(await twoColors(600, 400).flip().blur(9).png().toBuffer()),
  })
  expect(second.data.avatar).not.toBe(first.data.avatar)
  expect((await open(ctx, first.data.avatar!)).status).toBe(404)
  expect((await removePicture.run(ctx, {})).data.avatar).toBeNull()
  expect((await open(ctx, second.data.avatar!)).status).toBe(404)
})

test('refuses scripts, decompression bombs and files with a wrong type as a picture', async () => {
  const { ctx } = await site.signIn(await site.addPerson())
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  for (const bytes of [svg, html, Buffer.from('%PDF-1.7'), Buffer.alloc(0)])
    await expect(changePicture.run(ctx, { picture: fileOf(bytes) })).rejects.toHaveProperty('kind.status', 415)
  // 100 million pixels in a few kilobytes.
  const bomb = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const refusal = { kind: { code: 'PICTURE_REFUSED' } }
  await expect(changePicture.run(ctx, { picture: fileOf(bomb) })).rejects.toMatchObject(refusal)
  const png = await twoColors().png().toBuffer()
  const truncatedUpload = { picture: fileOf(png.subarray(0, png.length / 2)) }
  await expect(changePicture.run(ctx, truncatedUpload)).rejects.toMatchObject(refusal)
  const outOfBoundsCrop = { picture: fileOf(png), x: 390, y: 0, width: 200, height: 200 }
  await expect(changePicture.run(ctx, outOfBoundsCrop)).rejects.toMatchObject(refusal)
  const endlessUpload = {
    type: '',
    stream: (async function* () {
      for (;;) yield new Uint8Array(1_048_576)
    })(),
  }
  await expect(changePicture.run(ctx, { picture: endlessUpload })).rejects.toHaveProperty('kind.status', 413)
})

test('a picture is visible to people who may see the person, and changed by them or by staff with UPDATE', async () => {
  const student = await site.addPerson({ code: 'BBB' })
  const { ctx } = await site.signIn(student)
  const bytes = await twoColors().png().toBuffer()
  const { data } = await changePicture.run(ctx, { picture: fileOf(bytes) })
  const stranger = (await site.signIn(await site.addPerson())).ctx
  const instructor = (await site.signIn(await site.addPerson({ role: 'Instructor' }))).ctx
  const support = (await site.signIn(await site.addPerson({ role: 'Support' }))).ctx
  const foreignCtx = (await site.signIn(await site.addPerson({ role: 'Admin', code: 'CCC' }))).ctx
  const statuses = await Promise.all(
    [ctx, instructor, support, stranger, foreignCtx, await site.visit()].map(
      async (callerCtx) => (await open(callerCtx, data.avatar!)).status,
    ),
  )
  expect(statuses).toEqual([200, 200, 200, 404, 404, 401])
  const target = { user_id: student.user_id }
  const change = (callerCtx: Ctx) => changePicture.run(callerCtx, { ...target, picture: fileOf(bytes) })
  await expect(change(stranger)).rejects.toMatchObject({ kind: { status: 404 } })
  await expect(change(foreignCtx)).rejects.toMatchObject({ kind: { status: 404 } })
  await expect(change(support)).rejects.toMatchObject({ kind: { status: 403 } })
  await expect(removePicture.run(stranger, target)).rejects.toMatchObject({ kind: { status: 404 } })
  expect((await change(instructor)).data.avatar).not.toBeNull()
})
