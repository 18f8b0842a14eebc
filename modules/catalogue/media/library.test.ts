import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createCourse } from '#modules/catalogue/courses/create-course.ts'
import { openDemo, someone } from '#modules/catalogue/testing/demo.ts'
import { uploadLogo } from '#modules/catalogue/websites/upload-logo.ts'
import type { Actor } from '#platform/actor.ts'
import { sweepFiles } from '#platform/files/file-claims.ts'
import { failureOf } from '#platform/http/failure.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { silentLog } from '#platform/log.ts'
import { filesPort } from '#platform/ports.ts'
import { listUses } from './attachment-uses.ts'
import { beginUpload, uploadVideo } from './begin-upload.ts'
import { deleteAttachment, saveAttachment } from './change-attachment.ts'
import { deleteOldUploads } from './delete-old-uploads.ts'
import { fetchOrganizationAttachments } from './fetch-organization-attachments.ts'
import { maxBytes, maxPerDay } from './media-kind.shared.ts'
import { mediaRoutes } from './media-routes.ts'
import { saveMediaLibraryAttachment } from './save-upload.ts'
import { storePicture } from './store-medium.ts'
import { uploadAttachment } from './upload-attachment.ts'
import { uploadRoutes } from './upload-routes.ts'
import { uploadStore } from './upload-store.ts'
import { uploadThumbnail } from './upload-thumbnail.ts'

const { db, files, ctx: visit } = await openDemo()
const keys = ['CREATE', 'READ', 'UPDATE', 'DELETE'].map((type) => `MANAGE_COURSES:${type}`)
// Uploads refer to an existing person.
const people = await db.read<{ user_id: number }>`
  insert into identity.person ${db.read(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => ({
      organization_id: 1,
      lk_user_role_id: 2,
      first_name: name,
      last_name: 'Author',
      loginid: `author-${name}`,
      email: `author-${name}@example.org`,
    })),
  )} returning user_id`
const author = (n: number, organization_id = 1): Actor => ({
  ...(someone('Instructor', organization_id, keys) as Extract<Actor, { kind: 'user' }>),
  user_id: people[n]!.user_id,
})
const as = (n: number) => visit('SSD', author(n))

const demo = (name: string) => readFile(join(import.meta.dirname, '../../../migrations/demo/media', name))
const picture = (color: string, format: 'png' | 'jpeg' = 'png') =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: color } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    [format]()
    .toBuffer()
const bodyOf = (bytes: Uint8Array) => ({
  type: 'application/octet-stream',
  stream: new Blob([bytes as BlobPart]).stream(),
})

async function routes(actor: Actor) {
  const response = await visit('SSD', actor)
  const app = new Hono<HttpEnv>()
  app.use((c, next) => {
    c.set('ctx', response)
    return next()
  })
  app.route('/', mediaRoutes())
  app.route('/', uploadRoutes())
  app.onError((error, c) => c.body(null, failureOf(error, 'en-us', silentLog).status as 404))
  return app
}

const tus = { 'tus-resumable': '1.0.0' }

async function send(actor: Actor, url: string, offset: number, bytes: Uint8Array) {
  return sendBody(actor, url, offset, bytes as BodyInit)
}

async function sendBody(actor: Actor, url: string, offset: number, body: BodyInit) {
  const headers = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
  return (await routes(actor)).request(url, { method: 'PATCH', headers, body, duplex: 'half' } as RequestInit)
}

/** The same 64 kB repeated, so that a test never holds a whole file. */
function repeated(bytes: number, first = new Uint8Array()): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(64 * 1024)
  let remaining = bytes
  return new ReadableStream(
    {
      pull(controller) {
        const next = remaining === bytes && first.length > 0 ? first : chunk.subarray(0, remaining)
        remaining -= next.length
        controller.enqueue(next)
        if (remaining <= 0) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

async function statusOf(actor: Actor, url: string): Promise<number> {
  const response = await (await routes(actor)).request(url)
  await response.body?.cancel()
  return response.status
}

async function offsetOf(actor: Actor, url: string) {
  const response = await (await routes(actor)).request(url, { method: 'HEAD', headers: tus })
  return [response.status, Number(response.headers.get('upload-offset'))]
}

test('an upload is continued only with the same file: name, size, time and organization', async () => {
  const file = { file_name: 'sign.png', file_size: 10, file_modified: 1_700_000_000_000 }
  const idOf = async (overrides: object, n = 1) =>
    (await beginUpload.run(await as(n), { ...file, ...overrides })).upload_id
  const first = await idOf({})
  expect(await idOf({})).toBe(first)
  const others = [{ file_name: 'sign2.png' }, { file_size: 11 }, { file_modified: 1_700_000_000_001 }]
  for (const other of [...others, { file_modified: null }]) expect(await idOf(other)).not.toBe(first)
  expect(await idOf({}, 2)).not.toBe(first)
})

async function uploaded(n: number, file_name: string, bytes: Uint8Array) {
  const result = await beginUpload.run(await as(n), { file_name, file_size: bytes.length })
  expect((await send(author(n), result.url, 0, bytes)).status).toBe(204)
  return result.upload_id
}

const refusal = (status: number, code?: string) => ({ kind: { status, ...(code && { code }) } })

test('a partial upload resumes where it stopped, and becomes an attachment once complete and saved', async () => {
  const bytes = await demo('lesson-following-distance.mp4')
  const request = { file_name: 'Lección 1.mp4', file_size: bytes.length, file_modified: 1_700_000_000_000 }
  const result = await uploadVideo.run(await as(0), request)
  expect(result.offset).toBe(0)
  const first = bytes.subarray(0, 200_000)
  expect((await send(author(0), result.url, 0, first)).status).toBe(204)
  await expect(saveMediaLibraryAttachment.run(await as(0), result)).rejects.toMatchObject(refusal(400))
  const save = { upload_id: result.upload_id, force: true }
  await expect(saveMediaLibraryAttachment.run(await as(0), save)).rejects.toMatchObject(
    refusal(409, 'UPLOAD_INCOMPLETE'),
  )
  // The tab was closed: choosing the same file again resumes the upload.
  expect(await uploadVideo.run(await as(0), request)).toEqual({ ...result, offset: first.length })
  expect(await uploadVideo.run(await as(0), { ...request, file_modified: 1 })).not.toMatchObject({
    upload_id: result.upload_id,
  })
  expect((await send(author(0), result.url, 0, first)).status).toBe(409)
  expect(await offsetOf(author(0), result.url)).toEqual([200, first.length])
  expect((await send(author(0), result.url, first.length, bytes.subarray(first.length))).status).toBe(204)
  const { attachment } = await saveMediaLibraryAttachment.run(await as(0), save)
  expect(attachment).toMatchObject({
    name: 'Lección 1.mp4',
    type: 'video',
    lk_file_type_id: 2,
    size_bytes: bytes.length,
  })
  expect(attachment.duration_ms).toBeGreaterThan(5_000)
  // A request whose response was lost is repeated.
  const repeatedResult = await saveMediaLibraryAttachment.run(await as(0), save)
  expect(repeatedResult.attachment.attachment_id).toBe(attachment.attachment_id)
  expect(await offsetOf(author(0), result.url)).toEqual([404, 0])
})

test('an upload belongs to the person who started it', async () => {
  const result = await beginUpload.run(await as(0), { file_name: 'a.png', file_size: 10 })
  const actors = [author(1), someone('Student'), someone('Instructor'), { kind: 'anonymous' } as const]
  for (const other of actors) {
    const [status] = await offsetOf(other, result.url)
    expect([401, 403, 404]).toContain(status)
    expect([401, 403, 404]).toContain((await send(other, result.url, 0, new Uint8Array(10))).status)
  }
  // Having an upload does not grant access to another one: only the path decides.
  const upload = await beginUpload.run(await as(1), { file_name: 'b.png', file_size: 10 })
  const detour = `${upload.url}?/${result.upload_id}`
  expect((await send(author(1), detour, 0, new Uint8Array(3))).status).toBe(204)
  expect(await offsetOf(author(1), detour)).toEqual([200, 3])
  expect(await offsetOf(author(1), upload.url)).toEqual([200, 3])
  expect(await offsetOf(author(0), result.url)).toEqual([200, 0])
  await expect(saveMediaLibraryAttachment.run(await as(1), { upload_id: result.upload_id })).rejects.toMatchObject(
    refusal(404),
  )
  await expect(
    beginUpload.run(await as(0), { file_name: 'a.png', file_size: 1, organization_id: 999 }),
  ).rejects.toMatchObject(refusal(404))
})

test('pictures are re-encoded without any other data of the file', async () => {
  const bytes = await picture('#c01010', 'jpeg')
  expect(bytes.includes('secret place')).toBe(true)
  const { attachment } = await uploadAttachment.run(await as(0), { file_name: 'sign.jpeg', attachment: bodyOf(bytes) })
  expect(attachment).toMatchObject({ type: 'image', content_type: 'image/webp' })
  const response = await (await routes(author(0))).request(attachment.url)
  const redrawn = Buffer.from(await response.arrayBuffer())
  expect(response.headers.get('content-type')).toBe('image/webp')
  expect(redrawn.includes('secret place')).toBe(false)
  expect(await sharp(redrawn).metadata()).toMatchObject({ width: 60, height: 40 })
})

test('a duplicate in the organization is named and stored with `force`; one elsewhere is not revealed', async () => {
  const bytes = await picture('#10c010')
  const first = await uploadAttachment.run(await as(0), { file_name: 'green.png', attachment: bodyOf(bytes) })
  const sameFile = { file_name: 'again.png', attachment: bodyOf(bytes) }
  await expect(uploadAttachment.run(await as(1), sameFile)).rejects.toMatchObject({
    kind: { status: 409, code: 'DUP' },
    answer: { duplicates: [{ attachment_id: first.attachment.attachment_id, user_filename: 'green.png' }] },
  })
  const upload_id = await uploaded(1, 'by-parts.png', bytes)
  await expect(saveMediaLibraryAttachment.run(await as(1), { upload_id })).rejects.toMatchObject(refusal(409, 'DUP'))
  const second = await saveMediaLibraryAttachment.run(await as(1), { upload_id, force: true })
  expect(second.attachment.attachment_id).not.toBe(first.attachment.attachment_id)
  const affiliate = await visit('GCT', author(0, 2))
  await uploadAttachment.run(affiliate, { file_name: 'green.png', attachment: bodyOf(bytes) })
  // Deleting one of two attachments that share their bytes leaves the other.
  await deleteAttachment.run(await as(0), { attachment_id: first.attachment.attachment_id })
  expect(await statusOf(author(0), second.attachment.url)).toBe(200)
  expect(await statusOf(author(0), first.attachment.url)).toBe(404)
})

test('detects the type from the content: scripts, false types, bombs and large files leave nothing', async () => {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  const before = await db.read`select count(*)::int as n from catalogue.attachment`
  for (const [name, bytes, status] of [
    ['page.png', html, 415],
    ['page.html', html, 415],
    ['picture.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
    ['film.mp4', await picture('#000'), 415],
    ['picture.pdf', await picture('#000'), 415],
    ['torn.png', (await picture('#123456')).subarray(0, 60), 422],
    [
      'bomb.png',
      await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
      422,
    ],
    ['large.pdf', Buffer.alloc(maxBytes.other + 1, 1), 413],
    ['cut.mp4', (await demo('lesson-following-distance.mp4')).subarray(0, 300_000), 422],
    ['endless.mp4', Buffer.concat([Buffer.from('\0\0\0\x14ftypisom\0\0\0\0isom', 'latin1'), Buffer.alloc(40)]), 422],
    ['words.vtt', Buffer.from('WEBVTT\n\nnothing'), 422],
    ['words.srt', Buffer.from('nothing'), 422],
    ['empty.png', Buffer.alloc(0), 415],
  ] as const)
    await expect(
      uploadAttachment.run(await as(2), { file_name: name, attachment: bodyOf(bytes) }),
      name,
    ).rejects.toHaveProperty('kind.status', status)
  expect(await db.read`select count(*)::int as n from catalogue.attachment`).toEqual(before)
  for (const [file_name, file_size, status] of [
    ['a.mp4', maxBytes.video + 1, 413],
    ['a.pdf', maxBytes.other + 1, 413],
    ['a.exe', 10, 415],
    ['a', 10, 415],
  ] as const)
    await expect(beginUpload.run(await as(2), { file_name, file_size })).rejects.toHaveProperty('kind.status', status)
  await expect(uploadVideo.run(await as(2), { file_name: 'a.png', file_size: 10 })).rejects.toHaveProperty(
    'kind.status',
    415,
  )
  // The first file of a day may exceed the limit for the others together.
  expect((await beginUpload.run(await as(7), { file_name: 'a.mp4', file_size: maxBytes.video })).offset).toBe(0)
  await expect(beginUpload.run(await as(7), { file_name: 'b.png', file_size: 1 })).rejects.toMatchObject(refusal(429))
})

test('captions belong to a video, one file per language', async () => {
  const video = await uploaded(0, 'v.mp4', await demo('lesson-following-distance.mp4'))
  const { attachment } = await saveMediaLibraryAttachment.run(await as(0), { upload_id: video, force: true })
  const words = await demo('lesson-following-distance.en.vtt')
  const alone = await uploaded(0, 'w.vtt', words)
  await expect(saveMediaLibraryAttachment.run(await as(0), { upload_id: alone, force: true })).rejects.toMatchObject(
    refusal(422, 'VIDEO_NEEDED'),
  )
  const picture = await uploaded(0, 'p.png', await demo('sign-stop.png'))
  const { attachment: image } = await saveMediaLibraryAttachment.run(await as(0), { upload_id: picture, force: true })
  await expect(
    saveMediaLibraryAttachment.run(await as(0), {
      upload_id: await uploaded(0, 'p.vtt', words),
      related_attachment_id: image.attachment_id,
      language: 'en',
      force: true,
    }),
  ).rejects.toMatchObject(refusal(422, 'VIDEO_NEEDED'))
  const captionFields = { related_attachment_id: attachment.attachment_id, force: true } as const
  for (const language of ['en', 'es', 'en'] as const)
    await saveMediaLibraryAttachment.run(await as(0), {
      upload_id: await uploaded(0, `w.${language}.vtt`, words),
      ...captionFields,
      language,
    })
  const rows = await db.read`
    select language from catalogue.attachment
    where related_attachment_id = ${attachment.attachment_id} and deleted_at is null order by 1`
  expect(rows).toEqual([{ language: 'en' }, { language: 'es' }])
  const subRip = Buffer.from('1\n00:00:01,000 --> 00:00:03,000\nHola se\u00f1or\n', 'latin1')
  const { attachment: spanish } = await saveMediaLibraryAttachment.run(await as(0), {
    upload_id: await uploaded(0, 'w.srt', subRip),
    ...captionFields,
    language: 'es',
  })
  expect([spanish.name, spanish.lk_file_type_id]).toEqual(['w.vtt', 11])
  const [{ file_key } = { file_key: '' }] = await db.read<{ file_key: string }>`
    select file_key from catalogue.attachment where attachment_id = ${spanish.attachment_id}`
  const { stream } = await (await as(0)).use(filesPort).open(file_key)
  expect(await new Response(stream as never).text()).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nHola se\u00f1or\n')
  await expect(
    saveMediaLibraryAttachment.run(await as(0), {
      upload_id: await uploaded(0, 'z.vtt', Buffer.from('WEBVTT\n\n00:01.000 --> 00:01.000\nOops\n')),
      ...captionFields,
      language: 'es',
    }),
  ).rejects.toMatchObject({ ...refusal(422, 'CAPTIONS_NO_LENGTH'), params: { line: 3 } })
})

test('a video gets a poster, visible to those who may see the video', async () => {
  const upload_id = await uploaded(0, 'p.mp4', await demo('lesson-following-distance.mp4'))
  const { attachment } = await saveMediaLibraryAttachment.run(await as(0), { upload_id, force: true })
  const { thumbnail } = await uploadThumbnail.run(await as(0), {
    attachment_id: attachment.attachment_id,
    thumbnail: bodyOf(await picture('#101080', 'jpeg')),
  })
  expect(await statusOf(author(0), thumbnail!)).toBe(200)
  expect(await statusOf(someone('Student'), thumbnail!)).toBe(404)
  expect(await statusOf(author(0), thumbnail!.replace(/.webp$/, '0.webp'))).toBe(404)
})

test('a file keeps its number and address when replaced by one of the same type', async () => {
  const result = await uploadAttachment.run(await as(3), {
    file_name: 'old.png',
    attachment: bodyOf(await picture('#aa0001')),
  })
  const { attachment_id, url } = result.attachment
  const upload_id = await uploaded(3, 'new.png', await picture('#aa0002'))
  const { attachment } = await saveMediaLibraryAttachment.run(await as(3), { upload_id, replaces: attachment_id })
  expect(attachment).toMatchObject({ attachment_id, url })
  const other = await uploaded(3, 'other.pdf', await demo('handout-pre-drive-checklist.pdf'))
  await expect(
    saveMediaLibraryAttachment.run(await as(3), { upload_id: other, replaces: attachment_id, force: true }),
  ).rejects.toMatchObject(refusal(422, 'OTHER_KIND'))
  // An upload of one organization must not become a file of another, even one below it.
  const [row] = await db.read<{ organization_id: number }>`
    insert into identity.organization (name, code, parent_organization_id) values ('Below', 'BEL', 1)
    returning organization_id`
  await db.read`
    insert into identity.organization_closure (ancestor_id, descendant_id, depth)
    values (1, ${row!.organization_id}, 1)`
  const parentCtx = await as(3)
  const bytes = await picture('#aa0003')
  const { upload_id: theirs } = await beginUpload.run(parentCtx, {
    file_name: 'theirs.png',
    file_size: bytes.length,
    organization_id: row!.organization_id,
  })
  expect((await send(author(3), `/uploads/${theirs}`, 0, bytes)).status).toBe(204)
  await expect(
    saveMediaLibraryAttachment.run(parentCtx, { upload_id: theirs, replaces: attachment_id }),
  ).rejects.toMatchObject(refusal(404))
})

test('refuses to delete a file shown by a lesson, and names the lessons', async () => {
  const [sign] = await db.read<{ attachment_id: number }>`
    select attachment_id from catalogue.attachment where name = 'lesson-following-distance.mp4' and source_path is not null`
  const ctx = await as(0)
  const uses = await listUses(ctx, sign!.attachment_id)
  expect(uses.length).toBeGreaterThan(0)
  await expect(deleteAttachment.run(ctx, sign!)).rejects.toMatchObject({ kind: { code: 'IN_USE' }, answer: { uses } })
})

test("refuses to delete a course's picture, by the path of its import or by its address", async () => {
  const ctx = await as(0)
  const [picture] = await db.read<{ attachment_id: number; source_path: string }>`
    select attachment_id, source_path from catalogue.attachment a
    where organization_id = 1 and deleted_at is null and source_path is not null and lk_file_type_id = 1
    order by 1 limit 1`
  const { attachment_id, source_path } = picture!
  for (const image of [source_path, `/media/${attachment_id}/renamed.webp`]) {
    const { course_version_id } = (await createCourse.run(ctx, { name: 'Pictured' })).course
    await db.read`update catalogue.course_version set image = ${image} where course_version_id = ${course_version_id}`
    expect(await listUses(ctx, attachment_id)).toContainEqual(
      expect.objectContaining({ course_version_id, component_id: null, question_id: null }),
    )
    await expect(deleteAttachment.run(ctx, { attachment_id })).rejects.toMatchObject({ kind: { code: 'IN_USE' } })
    await db.read`delete from catalogue.course_version where course_version_id = ${course_version_id}`
  }
})

test('the library lists by page, name, type and order, within the scope only', async () => {
  const ctx = await as(0)
  const list = (input: object = {}) => fetchOrganizationAttachments.run(ctx, { orgId: 1, ...input })
  const all = await list({ pageSize: 100 })
  expect(all.data.attachment.every(({ type }) => type !== null)).toBe(true)
  const paged = await list({ pageSize: 3, page: 2 })
  expect(paged.data.attachment).toEqual(all.data.attachment.slice(3, 6))
  expect(paged.data.totalPages).toBe(Math.ceil(all.data.attachment.length / 3))
  const page = await list({ name: 'contains:FOLLOWING', type: 'video' })
  expect(page.data.attachment.map(({ name }) => name)).toEqual(['lesson-following-distance.mp4'])
  expect((await list({ name: 'contains:%' })).data.attachment).toEqual([])
  const { data } = await list({ sort_by: 'size', pageSize: 100 })
  const sizes = data.attachment.map(({ size_bytes }) => size_bytes)
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
  await expect(fetchOrganizationAttachments.run(await visit('GCT', author(0, 2)), { orgId: 1 })).rejects.toMatchObject(
    refusal(404),
  )
  await expect(
    fetchOrganizationAttachments.run(await visit('SSD', someone('Instructor')), { orgId: 1 }),
  ).rejects.toMatchObject(refusal(403))
})

test('a logo is neither listed nor deleted in the library', async () => {
  const permissions = [...keys, 'MANAGE_WEBSITES:UPDATE']
  const admin = await visit('SSD', { ...author(0), permissions: new Set(permissions) } as Actor)
  const { logo } = await uploadLogo.run(admin, { logo: bodyOf(await picture('#0a0b0c')) })
  const attachment_id = Number(logo.split('/')[2])
  const { data } = await fetchOrganizationAttachments.run(admin, { orgId: 1, pageSize: 100 })
  expect(data.attachment.some((row) => row.attachment_id === attachment_id)).toBe(false)
  await expect(deleteAttachment.run(admin, { attachment_id })).rejects.toMatchObject(refusal(404))
  await expect(saveAttachment.run(admin, { attachment_id, name: 'x' })).rejects.toMatchObject(refusal(404))
  expect(await statusOf({ kind: 'anonymous' }, logo)).toBe(200)
})

test('authors can change the name and alternative text of a picture', async () => {
  const { attachment } = await uploadAttachment.run(await as(0), {
    file_name: 'words.png',
    attachment: bodyOf(await picture('#334455')),
  })
  const { attachment_id } = attachment
  const result = await saveAttachment.run(await as(0), { attachment_id, name: 'Stop.png', alt: 'A stop sign' })
  expect(result.attachment).toMatchObject({ name: 'Stop.png', alt: 'A stop sign' })
  await expect(
    saveAttachment.run(await visit('GCT', author(0, 2)), { attachment_id, name: 'x' }),
  ).rejects.toMatchObject(refusal(404))
})

test(`allows ${maxPerDay.files} files or a gigabyte per person and day, even when two start at the same time`, async () => {
  const row = { organization_id: 1, user_id: people[4]!.user_id, file_name: 'x.png', file_size: 1, file_modified: 0 }
  await db.tx((sql) => sql`insert into catalogue.media_upload ${sql(Array(maxPerDay.files - 1).fill(row))}`)
  const ctx = await as(4)
  const begin = (file_size = 1) => beginUpload.run(ctx, { file_name: 'y.png', file_size })
  const results = await Promise.allSettled([begin(), begin()])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(begin()).rejects.toMatchObject({
    ...refusal(429, 'UPLOADS_OF_TODAY'),
    answer: { retry_after: expect.closeTo(86_400, -3) },
  })
  const large = { ...row, user_id: people[5]!.user_id, file_size: maxPerDay.bytes - 10 }
  await db.tx((sql) => sql`insert into catalogue.media_upload ${sql(large)}`)
  const other = await as(5)
  await expect(beginUpload.run(other, { file_name: 'y.png', file_size: 11 })).rejects.toMatchObject(refusal(429))
  expect((await beginUpload.run(other, { file_name: 'y.png', file_size: 10 })).offset).toBe(0)
})

test('accepts a file beyond the daily gigabyte once enough earlier uploads are a day old', async () => {
  const row = { organization_id: 1, user_id: people[4]!.user_id, file_name: 'x.png', file_modified: 0 }
  const half = maxPerDay.bytes / 2
  await db.tx(async (sql) => {
    await sql`delete from catalogue.media_upload where user_id = ${row.user_id}`
    const rows = [23, 10, 2].map((hours) => ({
      ...row,
      file_size: hours === 10 ? half : 10,
      created_at: new Date(Date.now() - hours * 3_600_000),
    }))
    await sql`insert into catalogue.media_upload ${sql(rows)}`
  })
  const begin = async (file_size: number) => beginUpload.run(await as(4), { file_name: 'y.mp4', file_size })
  const waits = [half - 15, half, 2 * half].map((file_size) =>
    begin(file_size).catch((error) => error.answer.retry_after),
  )
  expect(await Promise.all(waits)).toEqual([3_600, 14 * 3_600, 22 * 3_600].map((wait) => expect.closeTo(wait, -3)))
})

test('an abandoned upload is deleted after two days with its bytes', async () => {
  const ctx = await as(6)
  const result = await beginUpload.run(ctx, { file_name: 'y.png', file_size: 10 })
  await deleteOldUploads(ctx)
  expect(await offsetOf(author(6), result.url)).toEqual([200, 0])
  await db.tx(
    (sql) => sql`
      update catalogue.media_upload set created_at = created_at - interval '49 hours' where upload_id = ${result.upload_id}`,
  )
  await deleteOldUploads(ctx)
  await deleteOldUploads(ctx)
  expect(await offsetOf(author(6), result.url)).toEqual([404, 0])
  expect(await ctx.use(uploadStore).receivedBytes(result.upload_id)).toBeNull()
})

test('never holds a whole file of 256 MB in memory', async () => {
  const ctx = await as(6)
  const part = 4 * 1024 * 1024
  const head = new Uint8Array(await demo('lesson-following-distance.mp4'))
  const bring = async (parts: number) => {
    const result = await beginUpload.run(ctx, { file_name: 'big.mp4', file_size: parts * part })
    for (let n = 0; n < parts; n++) {
      const body = repeated(part, n === 0 ? head : undefined)
      expect((await sendBody(author(6), result.url, n * part, body)).status).toBe(204)
    }
    const { attachment } = await saveMediaLibraryAttachment.run(ctx, { upload_id: result.upload_id, force: true })
    expect(attachment.size_bytes).toBe(parts * part)
  }
  await bring(8)
  const before = process.memoryUsage().rss
  let max = 0
  const watch = setInterval(() => {
    max = Math.max(max, process.memoryUsage().rss - before)
  }, 5)
  await bring(64)
  clearInterval(watch)
  // The garbage collector may hold some tens of megabytes; a copy of the file would be 256 or more.
  expect(max).toBeLessThan(128 * 1024 * 1024)
})

test('the upload resumes from the bytes on disk after a crash within a part', async () => {
  const ctx = await as(6)
  const bytes = await picture('#778899')
  const result = await beginUpload.run(ctx, { file_name: 'crash.png', file_size: bytes.length })
  // A killed process wrote part of the data and sent no response.
  const file = await open(ctx.use(uploadStore).path(result.upload_id), 'r+')
  await file.write(bytes, 0, 37, 0)
  await file.close()
  expect(await offsetOf(author(6), result.url)).toEqual([200, 37])
  await send(author(6), result.url, 37, bytes.subarray(37))
  const { attachment } = await saveMediaLibraryAttachment.run(ctx, { upload_id: result.upload_id })
  const [row] = await db.read<{ file_key: string }>`
    select file_key from catalogue.attachment where attachment_id = ${attachment.attachment_id}`
  const { stream } = await ctx.use(filesPort).open(row!.file_key)
  expect(await sharp(Buffer.from(await new Response(stream).arrayBuffer())).metadata()).toMatchObject({ width: 60 })
})

describe('the content of a file', () => {
  const keyOf = async (attachment_id: number, column: 'file_key' | 'thumbnail_key' = 'file_key') => {
    const [row] = await db.read<{ key: string }>`
      select ${db.read(column)} as key from catalogue.attachment where attachment_id = ${attachment_id}`
    return row!.key
  }
  const isKept = (key: string) =>
    files.open(key).then(
      ({ stream }) => stream.cancel().then(() => true),
      () => false,
    )
  const selectAfter = (hours: number) =>
    db.tx((sql) => sql`update platform.clock set "offset" = "offset" + ${hours}::float8 * interval '1 hour'`)
  const sweep = async () => sweepFiles(await visit('SSD', { kind: 'system', name: 'test' }))
  const upload = async (color: string, overrides: object = {}) =>
    (
      await uploadAttachment.run(await as(1), {
        file_name: 'x.png',
        attachment: bodyOf(await picture(color)),
        ...overrides,
      })
    ).attachment
  const replace = async (attachment_id: number, bytes: Uint8Array, name = 'y.png') =>
    saveMediaLibraryAttachment.run(await as(1), {
      upload_id: await uploaded(1, name, bytes),
      replaces: attachment_id,
      force: true,
    })

  test('is deleted a day after its replacement unless another file shares it, with its poster', async () => {
    const { attachment_id, url } = await upload('#bb0000')
    const shared = await upload('#00bb00')
    const twin = await upload('#00bb00', { force: true })
    const video = await saveMediaLibraryAttachment.run(await as(1), {
      upload_id: await uploaded(1, 'v.mp4', await demo('lesson-following-distance.mp4')),
      force: true,
    })
    const attachmentKey = { attachment_id: video.attachment.attachment_id }
    for (const color of ['#0000bb', '#bbbb00'])
      await uploadThumbnail.run(await as(1), { ...attachmentKey, thumbnail: bodyOf(await picture(color, 'jpeg')) })
    const poster = await keyOf(attachmentKey.attachment_id, 'thumbnail_key')
    const [old, both] = [await keyOf(attachment_id), await keyOf(shared.attachment_id)]
    const reading = await files.open(old)
    await replace(attachment_id, await picture('#bb00bb'))
    await replace(shared.attachment_id, await picture('#00bbbb'))
    await replace(attachmentKey.attachment_id, await demo('lesson-following-distance.mp4'), 'v.mp4')
    await selectAfter(23)
    await sweep()
    expect(await Promise.all([old, both, poster].map(isKept))).toEqual([true, true, true])
    await selectAfter(2)
    await sweep()
    await sweep()
    expect(await Promise.all([old, both, poster].map(isKept))).toEqual([false, true, false])
    // A running download continues, the address serves the new content, and lessons still show it.
    expect((await new Response(reading.stream).arrayBuffer()).byteLength).toBe(reading.size)
    expect(await statusOf(author(1), url)).toBe(200)
    expect(await statusOf(author(1), twin.url)).toBe(200)
    const media = await db.read<{ file_key: string }>`
      select file_key from catalogue.attachment where deleted_at is null union
      select thumbnail_key from catalogue.attachment where deleted_at is null and thumbnail_key is not null`
    expect(await Promise.all(media.map(({ file_key }) => isKept(file_key)))).not.toContain(false)
    expect(await db.read`select from platform.file_claim`).toHaveLength(0)
  })

  test('is deleted by the next sweep after its file, with the captions', async () => {
    const first = await upload('#cc8800')
    const key = await keyOf(first.attachment_id)
    await deleteAttachment.run(await as(1), { attachment_id: first.attachment_id })
    await sweep()
    expect(await isKept(key)).toBe(false)
    const video = await saveMediaLibraryAttachment.run(await as(1), {
      upload_id: await uploaded(
        1,
        'v.mp4',
        Buffer.concat([await demo('lesson-following-distance.mp4'), Buffer.alloc(9)]),
      ),
      force: true,
    })
    const { attachment_id } = video.attachment
    const words = Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nOnly here\n')
    const captions = await saveMediaLibraryAttachment.run(await as(1), {
      upload_id: await uploaded(1, 'v.vtt', words),
      related_attachment_id: attachment_id,
      language: 'en',
    })
    const keys = [await keyOf(attachment_id), await keyOf(captions.attachment.attachment_id)]
    await deleteAttachment.run(await as(1), { attachment_id })
    expect(await Promise.all(keys.map(isKept))).toEqual([true, true])
    await sweep()
    expect(await Promise.all(keys.map(isKept))).toEqual([false, false])
  })

  test('is deleted a day after an upload was refused or its process killed before the row', async () => {
    const abandoned = await storePicture(await as(1), await picture('#88cc00'), 'media-1')
    const medium = await upload('#8800cc')
    await expect(upload('#8800cc')).rejects.toMatchObject(refusal(409, 'DUP'))
    await selectAfter(25)
    await sweep()
    expect([await isKept(abandoned.key), await isKept(await keyOf(medium.attachment_id))]).toEqual([false, true])
  })

  test('exists after any interleaving of uploads and deletions of equal files', async () => {
    const bytes = await picture('#0088cc')
    const add = async () =>
      (await uploadAttachment.run(await as(1), { file_name: 'e.png', attachment: bodyOf(bytes), force: true }))
        .attachment
    const first = await Promise.all([add(), add(), add()])
    const remove = async ({ attachment_id }: { attachment_id: number }) =>
      deleteAttachment.run(await as(1), { attachment_id })
    const [, , , ...made] = await Promise.all([...first.map(remove), add(), add(), add()])
    for (const { url } of made as Awaited<ReturnType<typeof add>>[]) expect(await statusOf(author(1), url)).toBe(200)
  })
})
