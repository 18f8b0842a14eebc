import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { isCatalogueFile } from '#modules/catalogue/media/is-catalogue-file.ts'
import { viewAs } from '#modules/identity/view-as/view-as.ts'
import type { Ctx } from '#platform/ctx.ts'
import { fileNames, sweepFiles } from '#platform/files/file-claims.ts'
import { openFiles } from '#platform/files/files.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { filesPort } from '#platform/ports.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { deleteDocument } from './delete-document.ts'
import { maxDocumentBytes, maxDocuments } from './document.schema.ts'
import { downloadDocument } from './download-document.ts'
import { fetchDocuments } from './fetch-documents.ts'
import { uploadDocument } from './upload-document.ts'

const folder = await mkdtemp(join(tmpdir(), 'waypost-documents-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const files = openFiles({ folder })
const site = await openTestSite(fillPorts([filesPort, files], [fileNames, [isCatalogueFile]]))

let shade = 0
/** A unique picture. */
const picture = () => {
  shade += 1
  const background = { r: shade % 256, g: shade >> 8, b: 99 }
  return sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
}
const bodyOf = (bytes: Uint8Array, type = 'image/png') => ({
  type,
  stream: (async function* () {
    yield bytes
  })(),
})
const upload = async (ctx: Ctx, overrides: Record<string, unknown> = {}, bytes?: Uint8Array) =>
  uploadDocument.run(ctx, { file_name: 'licence.png', ...overrides, document: bodyOf(bytes ?? (await picture())) })

test('a student uploads, lists, downloads and deletes their own document', async () => {
  const student = await site.addPerson()
  const { ctx } = await site.signIn(student)
  const bytes = await picture()
  const { data } = await upload(ctx, {}, bytes)
  expect(data).toMatchObject({
    entity_id: student.user_id,
    lk_entity_type_id: 1,
    lk_file_type_id: 1,
    name: 'licence.png',
    content_type: 'image/png',
    size_bytes: bytes.length,
    uploaded_by_name: 'Pat Person',
    can_delete: true,
  })
  const result = await fetchDocuments.run(ctx, {})
  expect(result).toMatchObject({ data: [data], can: { upload: { allowed: true } }, limit_bytes: maxDocumentBytes })
  expect(result.accept).toEqual(expect.arrayContaining(['.jpeg', '.jpg', '.png', '.gif', '.mp4', '.pdf', '.docx']))
  const { attachment_id } = data
  const file = await downloadDocument.run(ctx, { attachment_id })
  expect(file).toMatchObject({ name: 'licence.png', type: 'image/png' })
  expect(file.inline).toBeFalsy()
  expect(Buffer.from(await new Response(file.body as BodyInit).arrayBuffer())).toEqual(bytes)
  const [row] = await site.database.read<{ file_key: string }>`
    select file_key from catalogue.document where attachment_id = ${attachment_id}`
  await deleteDocument.run(ctx, { attachment_id })
  expect((await fetchDocuments.run(ctx, {})).data).toEqual([])
  await expect(downloadDocument.run(ctx, { attachment_id })).rejects.toMatchObject({ kind: { status: 404 } })
  await sweepFiles((await site.visit()).as({ actor: { kind: 'system', name: 'test' } }))
  await expect(files.open(row!.file_key)).rejects.toHaveProperty('kind.status', 404)
})

test("a duplicate is reported and stored with `force`; another person's equal file is not revealed", async () => {
  const bytes = await picture()
  const other = await site.signIn(await site.addPerson())
  await upload(other.ctx, {}, bytes)
  const { ctx } = await site.signIn(await site.addPerson())
  const first = await upload(ctx, {}, bytes)
  await expect(upload(ctx, { file_name: 'again.png' }, bytes)).rejects.toMatchObject({
    kind: { status: 409, code: 'DUP' },
    answer: {
      duplicates: [{ attachment_id: first.data.attachment_id, name: 'licence.png', user_filename: 'licence.png' }],
    },
  })
  const second = await upload(ctx, { file_name: 'again.png', force: true }, bytes)
  await deleteDocument.run(ctx, { attachment_id: first.data.attachment_id })
  const response = await downloadDocument.run(ctx, { attachment_id: second.data.attachment_id })
  expect(Buffer.from(await new Response(response.body as BodyInit).arrayBuffer())).toEqual(bytes)
})

test('detects the type from the content: refuses scripts, false types and oversized files, and stores nothing', async () => {
  const { ctx } = await site.signIn(await site.addPerson())
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  for (const [name, bytes] of [
    ['page.png', html],
    ['page.html', html],
    ['picture.pdf', await picture()],
    ['picture.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ] as const)
    await expect(upload(ctx, { file_name: name }, bytes)).rejects.toHaveProperty('kind.status', 415)
  const large = Buffer.concat([await picture(), Buffer.alloc(maxDocumentBytes)])
  await expect(upload(ctx, {}, large)).rejects.toHaveProperty('kind.status', 413)
  expect((await fetchDocuments.run(ctx, {})).data).toEqual([])
})

test('a file name cannot leave its folder or break a header, and defaults to a valid one', async () => {
  const { ctx } = await site.signIn(await site.addPerson())
  const hostile = await upload(ctx, { file_name: '../../etc/"a"\r\nx.png' })
  expect(hostile.data.attachment_id).toBeGreaterThan(0)
  const { data } = await uploadDocument.run(ctx, { document: bodyOf(await picture()) })
  expect(data.name).toBe('document.png')
})

test(`allows ${maxDocuments} documents per person, even when two more arrive at the same time`, {
  timeout: 30_000,
}, async () => {
  const { ctx } = await site.signIn(await site.addPerson())
  for (let n = 0; n < maxDocuments - 1; n++) await upload(ctx)
  const tries = await Promise.allSettled([upload(ctx), upload(ctx), upload(ctx)])
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(upload(ctx)).rejects.toMatchObject({ kind: { code: 'TOO_MANY_DOCUMENTS' } })
})

test("documents are visible to their owner, and to staff with the role's permission in their organizations", async () => {
  const student = await site.addPerson({ code: 'BBB' })
  const { ctx } = await site.signIn(student)
  const { attachment_id } = (await upload(ctx)).data
  const owner = { user_id: student.user_id }
  const instructor = (await site.signIn(await site.addPerson({ role: 'Instructor' }))).ctx
  const support = (await site.signIn(await site.addPerson({ role: 'Support' }))).ctx
  const stranger = (await site.signIn(await site.addPerson())).ctx
  const foreignCtx = (await site.signIn(await site.addPerson({ role: 'Admin', code: 'CCC' }))).ctx
  for (const callerCtx of [stranger, foreignCtx]) {
    const notFound = { kind: { status: 404 } }
    await expect(fetchDocuments.run(callerCtx, owner)).rejects.toMatchObject(notFound)
    await expect(downloadDocument.run(callerCtx, { attachment_id })).rejects.toMatchObject(notFound)
    await expect(deleteDocument.run(callerCtx, { attachment_id })).rejects.toMatchObject(notFound)
    await expect(upload(callerCtx, owner)).rejects.toMatchObject(notFound)
  }
  const result = await fetchDocuments.run(support, owner)
  expect(result.can.upload).toEqual({ allowed: false, reason: 'You can view these documents but not change them.' })
  await expect(upload(support, owner)).rejects.toMatchObject({ kind: { status: 403 } })
  await expect(deleteDocument.run(support, { attachment_id })).rejects.toMatchObject({ kind: { status: 403 } })
  await expect(fetchDocuments.run(await site.visit(), owner)).rejects.toMatchObject({ kind: { status: 401 } })
  const placedResult = await upload(instructor, { ...owner, file_name: 'letter.png' })
  expect(placedResult.data).toMatchObject({ entity_id: student.user_id, can_delete: true })
  // Students can't delete what staff uploaded.
  const documents = (await fetchDocuments.run(ctx, {})).data
  expect(documents.map(({ name, can_delete }) => [name, can_delete])).toEqual([
    ['letter.png', false],
    ['licence.png', true],
  ])
  await expect(deleteDocument.run(ctx, { attachment_id: placedResult.data.attachment_id })).rejects.toMatchObject({
    kind: { code: 'NOT_YOUR_DOCUMENT' },
  })
  await deleteDocument.run(instructor, { attachment_id })
  const two = { ...owner, entity_id: student.user_id + 1 }
  await expect(fetchDocuments.run(instructor, two)).rejects.toMatchObject({ kind: { status: 400 } })
  await expect(fetchDocuments.run(instructor, { lk_entity_type_id: 2 })).rejects.toMatchObject({
    kind: { status: 400 },
  })
})

test("an organization's documents are visible to its staff and staff above with the permission", async () => {
  const ctxOf = async (person: Parameters<typeof site.addPerson>[0]) =>
    (await site.signIn(await site.addPerson(person))).ctx
  const [parentCtx, ownCtx] = [await ctxOf({ role: 'Admin' }), await ctxOf({ role: 'Admin', code: 'BBB' })]
  const entity = { lk_entity_type_id: 4, entity_id: 2 } as const
  const contract = (await upload(parentCtx, { ...entity, file_name: 'contract.png' })).data
  expect(contract).toMatchObject({ ...entity, name: 'contract.png' })
  const form = (await upload(ownCtx, { ...entity, file_name: 'w9.png' })).data
  for (const ctx of [parentCtx, ownCtx])
    expect((await fetchDocuments.run(ctx, entity)).data.map(({ name }) => name)).toEqual(['w9.png', 'contract.png'])
  const { attachment_id } = contract
  expect((await downloadDocument.run(ownCtx, { attachment_id })).name).toBe('contract.png')
  const reader = await site.addPerson({ role: 'Instructor' })
  const row = { user_id: reader.user_id, organization_id: 1, key: 'MANAGE_ORGANIZATION:READ', granted: true }
  await site.database.read`insert into identity.permission ${site.database.read(row)}`
  const seeing = (await site.signIn(reader)).ctx
  expect((await fetchDocuments.run(seeing, entity)).can.upload.allowed).toBe(false)
  const outsiders = [
    [seeing, 403],
    [await ctxOf({ role: 'Instructor' }), 404],
    [await ctxOf({ role: 'Admin', code: 'CCC' }), 404],
    [await ctxOf({ code: 'BBB' }), 404],
  ] as const
  for (const [ctx, status] of outsiders) {
    await expect(upload(ctx, entity)).rejects.toMatchObject({ kind: { status } })
    await expect(deleteDocument.run(ctx, { attachment_id })).rejects.toMatchObject({ kind: { status } })
  }
  await expect(fetchDocuments.run(ownCtx, { ...entity, entity_id: 1 })).rejects.toMatchObject({ kind: { status: 404 } })
  await expect(fetchDocuments.run(ownCtx, { lk_entity_type_id: 4 })).rejects.toMatchObject({ kind: { status: 400 } })
  // An organization and a person with the same id are different owners.
  expect((await fetchDocuments.run(parentCtx, {})).data).toEqual([])
  const [event] = await site.database.read`
    select subject_user_id, actor_user_id from platform.audit_event
    where action = 'document.upload' and subject = ${`attachment_id:${attachment_id}`}`
  expect(event!.subject_user_id).toBe(event!.actor_user_id)
  await deleteDocument.run(ownCtx, { attachment_id: form.attachment_id })
})

test('viewing as a person shows documents only to staff with their own permission', async () => {
  const student = await site.addPerson()
  const { attachment_id } = (await upload((await site.signIn(student)).ctx)).data
  const viewing = async (key: string | null) => {
    const staff = await site.addPerson({ role: 'Support' })
    const rows = [
      { key: 'CAN_VIEW_AS:READ', granted: true },
      { key: 'MANAGE_STUDENTS:READ', granted: key !== null },
    ].map((row) => ({ ...row, user_id: staff.user_id, organization_id: 1 }))
    await site.database.read`insert into identity.permission ${site.database.read(rows)}`
    const { token } = await viewAs.run((await site.signIn(staff)).ctx, { userId: student.user_id })
    return site.visit({ actor: (await site.whois(token))!.actor })
  }
  const [unprivilegedCtx, entitled] = [await viewing(null), await viewing('MANAGE_STUDENTS:READ')]
  await expect(fetchDocuments.run(unprivilegedCtx, {})).rejects.toMatchObject({ kind: { status: 404 } })
  await expect(downloadDocument.run(unprivilegedCtx, { attachment_id })).rejects.toMatchObject({
    kind: { status: 404 },
  })
  expect((await fetchDocuments.run(entitled, {})).data).toHaveLength(1)
  expect((await downloadDocument.run(entitled, { attachment_id })).name).toBe('licence.png')
  const auditLog = await site.database.read`
    select action, subject_user_id, actor_user_id, viewed_by is not null as viewed from platform.audit_event
    where subject = ${`attachment_id:${attachment_id}`} order by audit_event_id`
  const event = { subject_user_id: student.user_id, actor_user_id: student.user_id }
  expect(auditLog).toEqual([
    { action: 'document.upload', ...event, viewed: false },
    { action: 'document.download', ...event, viewed: true },
  ])
})

test('the audit log records downloads by staff, but not by the owner', async () => {
  const owner = await site.signIn(await site.addPerson())
  const { attachment_id } = (await upload(owner.ctx)).data
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  for (const reader of [owner.ctx, ctx]) await downloadDocument.run(reader, { attachment_id })
  const auditLog = await site.database.read<{ actor_user_id: number }>`
    select actor_user_id from platform.audit_event
    where subject = ${`attachment_id:${attachment_id}`} and action = 'document.download'`
  expect(auditLog.map(({ actor_user_id }) => actor_user_id)).toEqual([ctx.actor.kind === 'user' && ctx.actor.user_id])
})
