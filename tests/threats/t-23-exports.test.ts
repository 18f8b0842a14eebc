import { beforeAll, describe, expect, test } from 'vitest'
import { manifests } from '#modules/manifests.ts'
import { isBinary } from '#platform/operation.ts'
import { type Call, type Client, openTestApp } from '#tests/support/app.ts'
import { callOperation } from '#tests/support/call.ts'
import { examples, inputOf } from '#tests/support/examples.ts'
import { openOwner } from '#tests/support/owner.ts'
import { ok } from '#tests/support/path.ts'
import { readSheet } from '#tests/support/read-sheet.ts'
import { records } from '#tests/support/records.ts'
import { openView } from '#tests/support/view.ts'

const app = await openTestApp()
const sheets = manifests
  .flatMap(({ operations }) => operations)
  // A file of another kind that can also be a sheet, like the footprint, names all of this in its own way.
  .filter(({ gives }) => isBinary(gives) && gives.binary[0]!.includes('spreadsheetml'))
let admin: Client
let admin_id = 0
beforeAll(async () => {
  admin_id = await app.userId('admin@example.com')
  admin = await app.as(admin_id)
})

const partOf = async ({ bytes }: Call) => {
  const { about, foot } = await readSheet(bytes)
  // A report's filters come after its author, and one of them is an organization, too.
  return { ...Object.fromEntries(about.toReversed()), foot } as Record<string, string>
}
const eventOf = async (request_id: string) =>
  await app.database.read<{ actor_user_id: number; viewed_by: number | null; organization_id: number }>`
    select actor_user_id, viewed_by, organization_id from platform.audit_event where request_id = ${request_id}`

test('the product has exports', () => expect(sheets.length).toBeGreaterThan(10))

describe('T-23: an export names its author, organization and time, and its event in the audit log', () => {
  test.each(sheets.map((operation) => [operation.call, operation] as const))('%s', async (call, operation) => {
    const example = examples[call]
    const input = example
      ? inputOf(operation, example, await records[example.situation](app, await openOwner(app)))
      : { export: 'xlsx' }
    const format = 'format' in operation.takes.shape ? { format: 'xlsx' } : {}
    const response = await callOperation(admin, operation, { ...input, ...format })
    expect(response.status, response.text.slice(0, 200)).toBe(200)
    const about = await partOf(response)
    expect(about).toMatchObject({
      File: /filename="([^"]+)"/.exec(response.headers.get('content-disposition')!)?.[1],
      'Exported By': expect.stringMatching(new RegExp(`\\w \\(${admin_id}\\)$`)),
      Organization: expect.stringMatching(/^\w.* \(\w{3}\)$/),
      'Exported On': expect.stringMatching(/^\d{1,2}\/\d{1,2}\/\d{4} .*E[SD]T$/),
      Reference: expect.stringMatching(/^[\da-f-]{36}$/),
    })
    expect(about.foot).toContain(about.Reference)
    expect(await eventOf(about.Reference!)).toEqual([{ actor_user_id: admin_id, viewed_by: null, organization_id: 1 }])
  })
})

test("T-23: its reference finds the event in the exporting person's history", async () => {
  const { Reference } = await partOf(await admin.get('/student/export?export=xlsx'))
  const { data } = ok(await admin.get(`/user/eventhistory/fetch?user_id=${admin_id}&request_id=exact:${Reference}`))
  expect(data).toMatchObject([{ request_id: Reference, actor_name: expect.stringMatching(/\w/) }])
})

test('T-23: an export made while viewing as someone names the viewer, too', async () => {
  const instructor_id = await app.userId('instructor@example.com')
  const view = await openView(app, instructor_id)
  const about = await partOf(await view.get('/student/export?export=xlsx'))
  expect(about['Exported By / Viewed By']).toMatch(new RegExp(`\\(${instructor_id}\\) / \\w.* \\(${admin_id}\\)$`))
  expect(await eventOf(about.Reference!)).toMatchObject([{ actor_user_id: instructor_id, viewed_by: admin_id }])
})

test('T-23: the Spanish export has the same content', async () => {
  await admin.post('/user/setLanguage', { language: 'es-es' })
  const response = await admin.get('/student/export?export=xlsx')
  await admin.post('/user/setLanguage', { language: 'en-us' })
  const about = await partOf(response)
  expect(about).toMatchObject({
    Archivo: 'StudentData.xlsx',
    'Exportado por': expect.stringContaining(`(${admin_id})`),
  })
  expect(await eventOf(about.Referencia!)).toHaveLength(1)
})
