import { join } from 'node:path'
import { expect, it } from 'vitest'
import { starterTemplates } from '#modules/catalogue/entry.ts'
import { openShop } from '#modules/checkout/checkout.fixture.ts'
import { readSources } from '#platform/checks/source.ts'
import type { Call, Client } from './support/app.ts'

const shop = await openShop()
const { app } = shop
const { read } = app.database

type Limit = {
  code: string
  by?: 'student'
  /** Fills all places but one. */
  fill: (free: number, client: Client & { user_id: number }) => Promise<unknown>
  add: (client: Client, number: number) => Promise<Call>
}

const addTestKey = (client: Client, name: string) =>
  client.post('/sandbox/addKey', { name, contact_email: 'dev@fleet.example' })

const addCard = (client: Client, number: string) =>
  client.post('/user/addRemovePaymentMethod', { action: 'add', creditCard: shop.creditCard(number) })

/** Rows that a person or an organization may have, where the limit has no test next to its code. */
const limits: Record<string, Limit> = {
  'courses of an organization': {
    code: 'TOO_MANY_COURSES',
    fill: (free) => read`
      insert into catalogue.course (organization_id, slug, lk_course_status_id)
      select 1, 'filler-' || n, 1
      from generate_series(1, 1000 - ${free}::int -
        (select count(*)::int from catalogue.course where organization_id = 1 and deleted_at is null)) n`,
    add: (client) => client.post('/course/create', { name: 'One More' }),
  },
  'designs of certificates': {
    code: 'TOO_MANY_TEMPLATES',
    fill: (free) => read`
      insert into catalogue.certificate_template (owner_id, name, design)
      select 1, 'Filler ' || n, '{}'
      from generate_series(1, 200 - ${free}::int -
        (select count(*)::int from catalogue.certificate_template where owner_id is null or owner_id = 1)) n`,
    add: (client, number) =>
      client.post('/course/createCertTemplate', {
        name: `One More ${number}`,
        template: Object.values(starterTemplates)[0]!.design,
      }),
  },
  'scheduled reports of an organization': {
    code: 'TOO_MANY_SCHEDULES',
    fill: (free, { user_id }) => read`
      insert into backoffice.report_schedule (organization_id, created_by, recipients, report, format, repeats, at_time,
                                              time_zone, next_at)
      select 1, ${user_id}, array[${user_id}::int], 'enrollments', 'csv', 'daily', '06:00', 'America/New_York',
             platform.now() + interval '1 day'
      from generate_series(1, 200 - ${free}::int)`,
    add: (client, number) =>
      client.post('/report/schedule/save', {
        report: 'enrollments',
        format: 'csv',
        repeats: 'daily',
        at_time: `0${number}:00`,
        recipients: 'admin@example.com',
      }),
  },
  'saved cards of a person': {
    code: 'TOO_MANY_CARDS',
    by: 'student',
    // The first card opens the account at the gateway.
    fill: async (free, client) => {
      await addCard(client, '4111111111111111')
      await read`
        insert into checkout.payment_profile (organization_id, user_id, gateway_profile_id, last_4)
        select 1, ${client.user_id}, 'filler ' || n, '1111' from generate_series(1, 9 - ${free}::int) n`
    },
    add: (client, number) => addCard(client, number === 1 ? '5424000000000015' : '4111111111111111'),
  },
  'test keys of an organization': {
    code: 'TOO_MANY_TEST_KEYS',
    fill: async (free, client) => {
      for (let number = 10; number > free; number -= 1) await addTestKey(client, `Filler ${number}`)
    },
    add: (client, number) => addTestKey(client, `Last ${number}`),
  },
}

it.each(Object.entries(limits))('%s: as many as the limit, and no more', async (_, { by, fill, add, code }) => {
  const user_id = await app.userId('admin@example.com')
  const client = by === 'student' ? await shop.newStudent() : { ...(await app.as(user_id)), user_id }
  await fill(1, client)
  const last = await add(client, 1)
  expect(last.status, last.text).toBe(200)
  const response = await add(client, 2)
  expect([response.status >= 400, response.body.code]).toEqual([true, code])
  expect(response.body.message).not.toMatch(/\{\w+\}/)
})

/** Limits whose tests look at the status or the sentence. */
const elsewhere: Readonly<Record<string, string>> = {
  TOO_MANY_KEYS: 'modules/checkout/keys/redeem-key.test.ts',
  TOO_MANY_LETTERS: 'modules/identity/emails/send-email.test.ts',
  REPORT_TOO_MANY_LINKS: 'web/pages/course/report.test.ts',
}

it('every refusal of too many rows has a test', () => {
  const sources = readSources(join(import.meta.dirname, '..'))
  const tests = sources.filter(({ path }) => /\.test\.tsx?$/.test(path))
  const declared = sources
    .filter(({ path }) => /errors\.ts$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/(\w*tooMany\w*): \[\s*\d{3},\s*'([A-Z_]+)'/gi)])
    .map(([, name, code]) => ({ name: name!, code: code! }))
  expect(declared.length).toBeGreaterThan(10)
  const unmet = declared.filter(
    ({ name, code }) =>
      !(code in elsewhere) && !tests.some(({ text }) => text.includes(`${code}'`) || text.includes(`rrors.${name}`)),
  )
  expect(unmet).toEqual([])
  const paths = tests.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(Object.values(elsewhere)))
})
