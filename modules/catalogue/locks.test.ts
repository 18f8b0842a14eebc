import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'
import { atOnce, fifty, tally } from '#tests/support/at-once.ts'
import { starterTemplates } from './certificate-templates/starters.ts'

/** Tests each lock of this module with fifty concurrent calls; tests/locks.txt lists them. */
const app = await openTestApp()
const { read } = app.database
const admin_id = await app.userId('admin@example.com')
const admin = await app.as(admin_id)

type Event = { before: Record<string, unknown> | null; after: Record<string, unknown> | null }
const eventsOf = (action: string) => read<Event>`
  select before, after from platform.audit_event where action = ${action} order by audit_event_id`
/** Whether each change was based on the previous one. */
const isChain = (events: readonly Event[], name: string) =>
  events.every(({ before }, index) => index === 0 || before?.[name] === events[index - 1]!.after?.[name])

test('fifty saves of a course create one draft and are serialized; of those from one revision, one succeeds', async () => {
  const { body } = await admin.get('/course/one?course_id=2')
  // The editor sends this if nothing was saved yet.
  const revisions = { overview: body.courseVersion.revisions.overview ?? 0 }
  const staleResponses = await atOnce((index) =>
    admin.post('/course/updateOverview', { course_id: 2, excerpt: `Seen ${index}`, revisions }),
  )
  expect(tally(staleResponses)).toEqual({ 200: 1, '409 CHANGED_MEANWHILE': fifty - 1 })
  const responses = await atOnce((index) =>
    admin.post('/course/updateOverview', { course_id: 2, excerpt: `Excerpt ${index}` }),
  )
  expect(tally(responses)).toEqual({ 200: fifty })
  const events = (await eventsOf('course.overview')).filter(({ after }) => after?.excerpt)
  expect(events).toHaveLength(fifty + 1)
  expect(isChain(events, 'excerpt')).toBe(true)
  const drafts = await read`select from catalogue.course_version where course_id = 2 and version_number = 0`
  expect(drafts).toHaveLength(1)
})

test('one of fifty websites with the same name is added', async () => {
  const responses = await atOnce(() => admin.post('/website/save', { organization_id: 1, websiteName: 'Fifty Shops' }))
  expect(tally(responses)[200]).toBe(1)
  const rows = await read`select from catalogue.website where name = 'Fifty Shops'`
  expect(rows).toHaveLength(1)
})

test('fifty changes of a price are serialized', async () => {
  const responses = await atOnce((index) =>
    admin.post('/course/courseWebsite/', { course_website_id: 1001, course_price: 20 + index / 100 }),
  )
  expect(tally(responses)).toEqual({ 200: fifty })
  const events = await eventsOf('courseWebsite.update')
  expect(events).toHaveLength(fifty)
  expect(isChain(events, 'price_cents')).toBe(true)
})

test('fifty requests that set the agency of a course are one change', async () => {
  const responses = await atOnce(() => admin.put('/course/agency', { course_id: 1, reports_to: 'fl-dhsmv' }))
  expect(tally(responses)).toEqual({ 200: fifty })
  expect(await eventsOf('course.agency')).toHaveLength(1)
})

const accents = Array.from({ length: fifty }, (_, index) => `#0000${index.toString(16).padStart(2, '0')}`)

test('fifty equal certificate templates become one, changes are serialized, and two hundred are the maximum', async () => {
  const design = starterTemplates[0]!.design
  const responses = await atOnce(() => admin.post('/course/createCertTemplate', { name: 'Fifty', template: design }))
  expect(new Set(responses.map(({ body }) => body.certificate_template_id)).size).toBe(1)
  const { certificate_template_id } = responses[0]!.body
  const changedResponses = await atOnce((index) =>
    admin.put('/course/updateCertificateTemplate', {
      certificate_template_id,
      name: `Fifty ${index}`,
      template: { ...design, accent: accents[index] },
    }),
  )
  expect(tally(changedResponses)).toEqual({ 200: fifty })
  const events = await eventsOf('certificateTemplate.update')
  expect(new Set(events.map(({ after }) => after!.version)).size).toBe(fifty)
  expect(isChain(events, 'name')).toBe(true)
  const { body } = await admin.get('/certificate/')
  await read`
    insert into catalogue.certificate_template (owner_id, name, design)
    select 1, 'Filling ' || n, ${read.json(design)} from generate_series(1, ${199 - body.data.length}::int) n`
  const last = await atOnce((index) =>
    admin.post('/course/createCertTemplate', {
      name: `Last ${index}`,
      template: { ...design, accent: accents[index] },
    }),
  )
  expect(tally(last)[200]).toBe(1)
})

test('one of fifty uploads starts when the daily limit leaves one; the same file starts once', async () => {
  const begin = (file_modified: number) =>
    admin.post('/attachment/begin-upload', { file_name: 'dot.png', file_size: 100, file_modified })
  const results = await atOnce(() => begin(1_700_000_000_000))
  expect(new Set(results.map(({ body }) => body.upload_id)).size).toBe(1)
  await read`
    insert into catalogue.media_upload (organization_id, user_id, file_name, file_size, file_modified)
    select 1, ${admin_id}, 'a.png', 1, n from generate_series(1, 498) n`
  const responses = await atOnce((index) => begin(1_700_000_001_000 + index))
  expect(tally(responses)[200]).toBe(1)
})
