import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { noOrganization } from '#platform/ctx.ts'
import { openCtx } from '#platform/open-ctx.ts'
import { inTurn, takesTurns } from '#tests/support/in-turn.ts'
import { runExport } from './archive/export-course.ts'
import { runImport } from './archive/import-course.ts'
import { exportCourse } from './archive/request-export.ts'
import { beginImport, importCourse } from './archive/request-import.ts'
import { lockSigner } from './certificate-templates/signer.sql.ts'
import { ownerType } from './documents/document.schema.ts'
import { lockDocumentsOf } from './documents/document.sql.ts'
import { beginUpload } from './media/begin-upload.ts'
import { createAttachment } from './media/create-attachment.ts'
import { selectOwnAttachment } from './media/media-permissions.ts'
import { saveMediaLibraryAttachment } from './media/save-upload.ts'
import { storePicture } from './media/store-medium.ts'
import { uploadStore } from './media/upload-store.ts'
import { openDemo, someone } from './testing/demo.ts'

/** Steps two transactions through each lock of media, documents, signers and imports; tests/locks.txt lists them. */
const demo = await openDemo()
const { db, files, services } = demo
const keys = ['CREATE', 'READ', 'UPDATE', 'DELETE'].map((type) => `MANAGE_COURSES:${type}`)
const [person] = await db.read<{ user_id: number; organization_id: number }>`
  insert into identity.person (organization_id, lk_user_role_id, first_name, last_name, loginid, email)
  select organization_id, 1, 'Ada', 'Author', 'row-locks', 'row-locks@example.org'
  from identity.v_organization where code = 'SSD' returning user_id, organization_id`
const { organization_id } = person!
const author = await demo.ctx('SSD', { ...someone('Admin', organization_id, keys), ...person! } as Actor)
const actor = { kind: 'system', name: 'test' } as const
const system = openCtx(services, { actor, organization: noOrganization, locale: 'en-us' })

const picture = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()

async function sendBytes(url: string, bytes: Uint8Array) {
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const request = new Request(new URL(url, 'http://localhost'), { method: 'PATCH', headers, body: Buffer.from(bytes) })
  expect((await author.use(uploadStore).receive(request)).status).toBe(204)
}

test("changes of an organization's signer, and uploads of one owner's documents, are serialized", async () => {
  await author.tx((inner) => lockSigner(inner, organization_id))
  expect(await takesTurns(author, (inner) => lockSigner(inner, organization_id))).toBe(true)
  const owner = { lk_entity_type_id: ownerType.person, entity_id: person!.user_id }
  expect(await takesTurns(author, (inner) => lockDocumentsOf(inner, owner))).toBe(true)
})

test('a file is added to the library once, and is not shown while it is being deleted', async () => {
  const medium = await storePicture(author, await picture('#010203'), `media-${organization_id}`)
  const create = (inner: Ctx) => createAttachment(inner, medium, { organization_id, name: 'dot.webp', force: false })
  const { first, second } = await inTurn(author, create, () => author.tx(create))
  expect(second).toBe('DUP')
  const { attachment_id } = first
  expect(await takesTurns(author, (inner) => selectOwnAttachment(inner, attachment_id, { lock: true }))).toBe(true)
})

test('an upload is saved once', async () => {
  const bytes = await picture('#040506')
  const file = { file_name: 'saved.png', file_size: bytes.length, file_modified: 1_700_000_000_000 }
  const { upload_id, url } = await beginUpload.run(author, file)
  await sendBytes(url, bytes)
  const medium = await storePicture(author, bytes, `media-${organization_id}`)
  const placing = { organization_id, name: 'saved.webp', force: true }
  const { first, second } = await inTurn(
    author,
    async (inner) => {
      const { attachment_id } = await createAttachment(inner, medium, placing)
      await inner.sql`update catalogue.media_upload set attachment_id = ${attachment_id} where upload_id = ${upload_id}`
      return { attachment: { attachment_id } }
    },
    () => saveMediaLibraryAttachment.run(author, { upload_id, force: true }),
  )
  expect(second).toMatchObject(first)
})

test('refuses to import a course that shows a file which is deleted during the import', async () => {
  const { task_id } = await exportCourse.run(author, { course_id: 1 })
  await runExport(system, task_id)
  const [exported] = await db.read<{ file_key: string }>`select file_key from identity.task where task_id = ${task_id}`
  const archive = await files.open(exported!.file_key)
  const bytes = new Uint8Array(await new Response(archive.stream).arrayBuffer())
  const result = await beginImport.run(author, { file_name: 'course.zip', file_size: bytes.length })
  await sendBytes(result.url, bytes)
  const task = await importCourse.run(author, { upload_id: result.upload_id })
  const importing = inTurn(
    system,
    ({ sql }) => sql`
      update catalogue.attachment set deleted_at = platform.now() where organization_id = ${organization_id}`,
    () => runImport(system, task.task_id, { last: false }),
  )
  await expect(importing).rejects.toThrow('A media file was deleted during the import')
})
