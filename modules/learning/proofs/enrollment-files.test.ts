import { beforeAll, expect, test } from 'vitest'
import type { Actor } from '#platform/actor.ts'
import { openZip } from '#platform/readers/zip.ts'
import { openTestApp } from '#tests/support/app.ts'
import { addClient, openClient } from '#tests/support/client.ts'
import { openOwner } from '#tests/support/owner.ts'
import { records } from '#tests/support/records.ts'
import { downloadEnrollmentFiles } from './download-enrollment-files.ts'
import { FootprintShape } from './footprint.schema.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
const permissions = ['MANAGE_STUDENTS:READ', 'MANAGE_CERTIFICATES:READ'] as const
let passedId: number
let started: number

beforeAll(async () => {
  const owner = await openOwner(app)
  passedId = Number((await records.passed(app, owner)).studentCourseId)
  started = Number((await records.beating(app, await openOwner(app))).studentCourseId)
})

const unpack = async (bytes: Uint8Array) => {
  const zip = await openZip(bytes, { entries: 300, unpacked: 50_000_000 })
  return {
    names: zip.names,
    start: async (name: string) => Buffer.from((await zip.bytes(name))!.subarray(0, 5)).toString(),
    text: zip.text,
  }
}

const address = (ids: readonly number[], more = '') =>
  `/enrollments/files?${ids.map((id) => `student_course_id=${id}`).join('&')}${more}`

test('an archive has an index, and the files of each enrollment that exist', async () => {
  const client = await openClient(app, { permissions })
  const response = await client.get(address([started, passedId, passedId]))
  expect(response.status, response.text.slice(0, 300)).toBe(200)
  const files = await unpack(response.bytes)
  expect(files.names.toSorted()).toEqual(
    ['index.csv', `${passedId}/certificate.pdf`, `${passedId}/footprint.json`, `${started}/footprint.json`].toSorted(),
  )
  const [head, ...lines] = (await files.text('index.csv'))!.replace('\ufeff', '').trim().split('\r\n')
  expect(head).toMatch(/^student_course_id,external_id,.*,certificate,footprint$/)
  const lineOf = (id: number) => lines.find((line) => line.startsWith(`${id},`))
  expect(lines).toHaveLength(2)
  expect(lineOf(passedId)).toMatch(new RegExp(`,SSD-[^,]+,${passedId}/certificate.pdf,${passedId}/footprint.json$`))
  expect(lineOf(started)).toMatch(new RegExp(`,,,,${started}/footprint.json$`))
  expect(await files.start(`${passedId}/certificate.pdf`)).toBe('%PDF-')
  const print = JSON.parse((await files.text(`${passedId}/footprint.json`))!)
  expect(FootprintShape.parse(print).student.user_id).toBeGreaterThan(0)
  const rows = await read<{ after: object }>`
    select after from platform.audit_event where action = 'certificate.download' and actor_kind = 'client'`
  expect(rows.map(({ after }) => after)).toEqual([{ ids: [passedId, started].toSorted((a, b) => a - b), count: 2 }])
  const prints = await read`
    select from platform.audit_event where action = 'certificate.footprint' and actor_kind = 'client'`
  expect(prints).toHaveLength(2)
})

test('the footprint is a PDF on request, or omitted', async () => {
  const client = await openClient(app, { permissions })
  const pdfFiles = await unpack((await client.get(address([started], '&footprint=pdf'))).bytes)
  expect(await pdfFiles.start(`${started}/footprint.pdf`)).toBe('%PDF-')
  const none = await unpack((await client.get(address([started], '&footprint=none'))).bytes)
  expect(none.names).toEqual(['index.csv'])
})

test('an archive stops being sent once its caller has lost the permission for it', async () => {
  const download = async (actor: Actor) => {
    const ctx = await app.ctx(actor)
    const { body } = await downloadEnrollmentFiles.run(ctx, { student_course_id: [passedId, started] })
    return async () => {
      let length = 0
      for await (const part of body as ReadableStream<Uint8Array>) length += part.length
      return length
    }
  }
  const forbidden = { kind: { code: 'FORBIDDEN' } }
  const { client_id, organization_id } = await addClient(app, { permissions })
  const [key] = await read<{ client_key_id: number }>`
    select client_key_id from identity.client_key where client_id = ${client_id}`
  const { client_key_id } = key!
  const client: Actor = { kind: 'client', client_id, client_key_id, organization_id, permissions: new Set(permissions) }
  expect(await (await download(client))()).toBeGreaterThan(1_000)
  const changes = [
    [
      () => read`update identity.client_key set ended_at = platform.now() where client_key_id = ${client_key_id}`,
      () => read`update identity.client_key set ended_at = null where client_key_id = ${client_key_id}`,
    ],
    [
      () => read`update identity.client set permissions = '{MANAGE_STUDENTS:READ}' where client_id = ${client_id}`,
      () =>
        read`update identity.client set permissions = ${read.array([...permissions])}::text[] where client_id = ${client_id}`,
    ],
    [
      () => read`update identity.client set works_for = '{999999}' where client_id = ${client_id}`,
      () => read`update identity.client set works_for = null where client_id = ${client_id}`,
    ],
    [
      () =>
        read`update identity.client set ended_at = platform.now(), ended_by = created_by where client_id = ${client_id}`,
      () => read`update identity.client set ended_at = null, ended_by = null where client_id = ${client_id}`,
    ],
  ] as const
  for (const [revoke, restore] of changes) {
    const finish = await download(client)
    await revoke()
    await expect(finish()).rejects.toMatchObject(forbidden)
    await restore()
  }
  expect(await (await download(client))()).toBeGreaterThan(1_000)
  const admin_id = await app.userId('admin@example.com')
  const admin = await app.actorOf(admin_id)
  expect(await (await download(admin))()).toBeGreaterThan(1_000)
  const finish = await download(admin)
  await read`update identity.session set ended_at = platform.now() where user_id = ${admin_id}`
  await expect(finish()).rejects.toMatchObject(forbidden)
})

test('one enrollment out of scope refuses the whole archive, and both permissions are required', async () => {
  const foreignClient = await openClient(app, { permissions, code: 'GCT' })
  expect((await foreignClient.get(address([passedId]))).status).toBe(404)
  const client = await openClient(app, { permissions })
  expect((await client.get(address([passedId, 999_999]))).status).toBe(404)
  for (const permission of permissions) {
    const limitedClient = await openClient(app, { permissions: [permission] })
    expect((await limitedClient.get(address([passedId]))).status).toBe(403)
  }
  const hundredIds = Array.from({ length: 100 }, (_, n) => 900_000 + n)
  expect((await client.get(address(hundredIds))).status).toBe(404)
  expect((await client.get(address([...hundredIds, 1]))).status).toBe(400)
  expect((await client.get('/enrollments/files')).status).toBe(400)
  const student = await app.as(await app.userId('student@example.com'))
  expect((await student.get(address([passedId]))).status).toBe(403)
})
