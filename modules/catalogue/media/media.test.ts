import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { renderDocument } from '#modules/catalogue/rich-text/index.ts'
import { openDemo, someone } from '#modules/catalogue/testing/demo.ts'
import { listComponents } from '#modules/catalogue/versions/version.sql.ts'
import type { Actor } from '#platform/actor.ts'
import { failureOf } from '#platform/http/failure.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { silentLog } from '#platform/log.ts'
import { attachmentIdOf, attachmentUrl, listAttachments } from './attachment.sql.ts'
import { getRelatedMedia } from './get-related-media.ts'
import { mediaRoutes, signedAttachmentUrl } from './media-routes.ts'
import { mediaOf, mediaResolver, resolveMedia } from './resolve-media.ts'

const { db, ctx } = await openDemo()
const visitor = await ctx()
const media = await resolveMedia(visitor, 1, ['media/sign-stop.png', 'media/lesson-following-distance.mp4'])
const image = media.get('media/sign-stop.png')!
const video = media.get('media/lesson-following-distance.mp4')!

async function get(
  path: string,
  { code = 'SSD', actor, headers }: { code?: string; actor?: Actor; headers?: HeadersInit } = {},
) {
  const app = new Hono<HttpEnv>()
  const caller = await ctx(code, actor)
  app.use((c, next) => {
    c.set('ctx', caller)
    return next()
  })
  app.route('/', mediaRoutes())
  app.onError((error, c) => c.body(null, failureOf(error, 'en-us', silentLog).status as 404))
  return app.request(path, { headers })
}

async function statusOf(...args: Parameters<typeof get>): Promise<number> {
  const response = await get(...args)
  await response.body?.cancel()
  return response.status
}

test('the image of a course is public', async () => {
  const response = await get(image.url)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect((await response.bytes()).length).toBe(4_429)
})

const library = ['MANAGE_COURSES:READ']
const author = (organization_id = 1) => someone('Instructor', organization_id, library)

test('students of a course can see its video on any site where they bought it', async () => {
  expect(await statusOf(video.url)).toBe(404)
  expect(await statusOf(video.url, { actor: someone('Student') })).toBe(200)
  expect(await statusOf(video.url, { code: 'GCT', actor: someone('Student', 2) })).toBe(200)
  // No student is on the version that shows it anymore.
  await db.tx(async (sql) => {
    await sql`update catalogue.component set data = replace(data::text, 'media/lesson', 'media/other')::jsonb
              where course_version_id = 1`
  })
  expect(await statusOf(video.url, { actor: someone('Student') })).toBe(404)
  await db.tx(async (sql) => {
    await sql`update catalogue.component set data = replace(data::text, 'media/other', 'media/lesson')::jsonb
              where course_version_id = 1`
  })
  expect(await statusOf(video.url, { actor: someone('Student') })).toBe(200)
})

test('staff with the courses permission open the library of organizations in scope, and no other', async () => {
  expect(await statusOf(video.url, { actor: author() })).toBe(200)
  expect(await statusOf(video.url, { actor: someone('Instructor') })).toBe(404)
  expect(await statusOf(video.url, { code: 'GCT', actor: author(2) })).toBe(404)
})

test('captions are visible to those who may see their video', async () => {
  const [captions] = video.captions!
  expect(await statusOf(captions!.url, { actor: someone('Student') })).toBe(200)
  expect(await statusOf(captions!.url)).toBe(404)
})

test('refuses an organization that sells no course of the owner', async () => {
  await db.tx(async (sql) => {
    await sql`insert into identity.organization (organization_id, code, name) values (77, 'ZZZ', 'Strangers')`
    await sql`insert into identity.organization_closure values (77, 77, 0)`
  })
  expect(await statusOf(video.url, { code: 'ZZZ', actor: author(77) })).toBe(404)
})

test("an attachment that no course shows is visible to its owner's authors only", async () => {
  const [row] = await db.tx(
    (sql) => sql<{ attachment_id: number }>`
      insert into catalogue.attachment (organization_id, lk_file_type_id, name, file_key, content_type, size_bytes)
      select 1, 8, 'licence.png', file_key, content_type, size_bytes
      from catalogue.attachment where name = 'sign-stop.png' returning attachment_id`,
  )
  const path = `/media/${row!.attachment_id}/licence.png`
  expect(await statusOf(path)).toBe(404)
  expect(await statusOf(path, { actor: someone('Student') })).toBe(404)
  expect(await statusOf(path, { code: 'GCT', actor: author(2) })).toBe(404)
  expect(await statusOf(path, { actor: author() })).toBe(200)
})

test('a browser caches a file privately and revalidates it', async () => {
  const response = await get(image.url)
  await response.body?.cancel()
  expect(response.headers.get('cache-control')).toBe('private, max-age=300')
  const revalidated = await get(image.url, { headers: { 'if-none-match': response.headers.get('etag')! } })
  expect([revalidated.status, revalidated.headers.get('cache-control')]).toEqual([304, 'private, max-age=300'])
})

test('serves a byte range of a video', async () => {
  const response = await get(video.url, { actor: someone('Student'), headers: { range: 'bytes=100-199' } })
  expect(response.status).toBe(206)
  expect(response.headers.get('content-range')).toBe('bytes 100-199/608250')
  expect((await response.bytes()).length).toBe(100)
})

test('a signed link works without a session, and fails when modified', async () => {
  const [attachment] = await listAttachments(visitor, 1, ['media/lesson-following-distance.mp4'])
  const link = signedAttachmentUrl(visitor, attachment!)
  expect(await statusOf(link)).toBe(200)
  expect(await statusOf(link.replace(/expires=\d+/, 'expires=99999999999'))).toBe(404)
  expect(await statusOf(link.replace('lesson', 'other'))).toBe(404)
  expect(await statusOf(link.split('?')[0]!)).toBe(404)
})

test.each(['/media/999999/x.png', '/media/abc/x.png', '/media/1', '/files/../../etc/passwd', '/files/'])(
  'returns 404 for %s',
  async (path) => {
    expect(await statusOf(path, { actor: someone('Student') })).toBe(404)
  },
)

test.each([
  ['Lección 1 (final).mp4', '/media/7/Lecci-n-1-final-.mp4'],
  ['../../etc/passwd', '/media/7/etc-passwd'],
  ['«»', '/media/7/file'],
])('the file name %j becomes the address %s', (name, url) => {
  expect(attachmentUrl({ attachment_id: 7, name })).toBe(url)
  expect(attachmentIdOf(url)).toBe(7)
})

test('a video has its true duration, an image has none', () => {
  expect(video.duration_ms).toBeGreaterThan(5_000)
  expect(image.duration_ms).toBeNull()
})

test("lists a video's captions with it, and serves them by id to people who may see it", async () => {
  expect(video.captions).toEqual([
    { url: expect.stringMatching(/\.en\.vtt$/), srclang: 'en' },
    { url: expect.stringMatching(/\.es\.vtt$/), srclang: 'es' },
  ])
  const { data } = await getRelatedMedia.run(await ctx('SSD', someone('Student')), { id: video.attachment_id })
  expect(data).toMatchObject({ error: false, data: [{ lk_file_type_id: 11 }, { lk_file_type_id: 11 }] })
  await expect(getRelatedMedia.run(visitor, { id: video.attachment_id })).rejects.toMatchObject({
    kind: { status: 401 },
  })
})

test('every medium of every demo lesson exists', async () => {
  let cards = 0
  for (const version of [1, 2, 3, 4]) {
    for (const component of await listComponents(visitor, version)) {
      if (component.type !== 'Content' && component.type !== 'Media') continue
      const media = mediaResolver(await mediaOf(visitor, [component]))
      const html = renderDocument(component.data.content, { locale: 'en', media })
      expect(html).not.toContain('rt-missing')
      cards += (html.match(/\/media\/\d+\//g) ?? []).length
      if (component.type === 'Media') {
        for (const card of component.data.components) expect(media(card)?.url).toMatch(/^\/media\/\d+\//)
      }
    }
  }
  expect(cards).toBeGreaterThan(10)
})
