import { beforeAll, describe, expect, it } from 'vitest'
import { unnamedOf } from '#modules/backoffice/event-history/changes.ts'
import { manifests } from '#modules/manifests.ts'
import { type AnyOperation, isBinary } from '#platform/operation.ts'
import { type Client, openTestApp } from './support/app.ts'
import { inputSchema } from './support/arbitrary.ts'
import { lastEvent, listEventsSince } from './support/audit-log.ts'
import { callOperation } from './support/call.ts'
import {
  examples,
  fieldsOf,
  idCalls,
  inputOf,
  namesRecord,
  otherFields,
  recordFields,
  renamed,
} from './support/examples.ts'
import { byCookie, isEmpty, openOutsiders, revealsNothing } from './support/outsiders.ts'
import { records } from './support/records.ts'
import { sumRowsOf } from './support/sums.ts'
import { openVictim, type Victim } from './support/victim.ts'
import { recordWrites, textOf } from './support/writes.ts'

/** Calls with the same response for everyone, because they don't read the named record. */
const blind: Readonly<Record<string, string>> = {
  'POST /user/viewAs/exit': 'the session records whose it was; userId is not read',
  'GET /course/fetchPublicCourses': 'the catalogue is public; user_id is carried along and not read',
  'GET /course/fetch/autocomplete': 'invoice_id is carried along and not read; the rest is within reach of the asker',
  'GET /promocode/applyCode': 'whose cart it is, the session says; user_id is not read',
  'POST /payment/authorizePayPal': "another cart's intent is an unknown one (409); the other ids are not read",
  'POST /payment/process': "another cart's intent is an unknown one (409); the other ids are not read",
}
/** Calls that create something, or name a record by something other than an ID. */
const makers: Readonly<Record<string, string>> = {
  'GET /auditor/record/{student_course_id}':
    'for auditors alone, each with one program and period: learning/audits/audits.test.ts',
  'GET /agency/worksheet': 'staff take these reports by an account of this kind: reporting/accounts/by-hand.test.ts',
  'POST /agency/checkOff': 'staff take these reports by an account of this kind: reporting/accounts/by-hand.test.ts',
  'POST /user/organization/': 'a new organization; its parent must be in reach: change-organizations.test.ts',
  'PUT /user/organization/profile/fetch': 'an organization by its code: change-organizations.test.ts',
  'PUT /organization/manager/update': 'an organization by its code: change-organizations.test.ts',
  'GET /organization/sites': 'sites of an organization: identity/own-sites/own-sites.test.ts',
  'GET /organization/domain': 'the domain of an organization: identity/own-domains/own-domains.test.ts',
  'POST /organization/domain/save': 'the domain of an organization: identity/own-domains/own-domains.test.ts',
  'POST /organization/domain/check': 'the domain of an organization: identity/own-domains/own-domains.test.ts',
  'POST /organization/domain/remove': 'the domain of an organization: identity/own-domains/own-domains.test.ts',
  'POST /organization/site/add': 'sites of an organization: identity/own-sites/own-sites.test.ts',
  'POST /organization/site/prove': 'sites of an organization: identity/own-sites/own-sites.test.ts',
  'POST /organization/site/remove': 'sites of an organization: identity/own-sites/own-sites.test.ts',
  'GET /organization/signInProvider': 'a provider of an organization: identity/openid/openid.test.ts',
  'PUT /organization/signInProvider': 'a provider of an organization: identity/openid/openid.test.ts',
  'POST /organization/signInProvider/remove': 'a provider of an organization: identity/openid/openid.test.ts',
  'POST /organization/signInProvider/test': 'a provider of an organization: identity/openid/openid.test.ts',
  'POST /student/{user_id}/signInLink': 'for clients alone: backoffice/fleet/create-sign-in-link.test.ts',
  'POST /student/enrollMany': 'new people by the ids of a partner: backoffice/fleet/enroll-students.test.ts',
  'POST /sandbox/endKey': 'keys of a sandbox: backoffice/sandbox/sandbox.test.ts',
  'GET /tickets': 'for clients alone: support/handling/client-tickets.test.ts',
  'GET /tickets/{issue_id}': 'for clients alone: support/handling/client-tickets.test.ts',
  'POST /tickets/{issue_id}/messages': 'for clients alone: support/handling/client-tickets.test.ts',
  'POST /tickets': 'for clients alone: support/handling/client-tickets.test.ts',
  'POST /test/invoice': 'for test keys alone: backoffice/sandbox/sandbox.test.ts',
  'POST /test/students/pass': 'for test keys alone: backoffice/sandbox/sandbox.test.ts',
  'POST /user/createUserFromCheckout': 'phone_id in numbers is not read: every number of a new person is new',
}
/** Controls that are refused by a rule of the product (never 401, 403 or 404). */
const refusedByRule: Readonly<Record<string, number>> = {
  // Only the session that saw the secret has its code.
  'POST /user/save2fa': 422,
  // Only the session's own device answers the challenge: verification/methods/biometrics/biometrics.test.ts.
  'POST /security/enrollBiometrics': 409,
  // No certificate is waiting for a number from this report.
  'POST /report/enterNumber': 409,
  // The agency answered this report.
  'POST /report/resolveUnanswered': 409,
  // No view is active here.
  'POST /user/viewAs/exit': 409,
  // The gateway's page for this order is open, so it may be being paid right now.
  'PUT /order/cancel': 409,
  // An invoice for another record already includes it.
  'PUT /order/undoInvoiced': 409,
  // The gateway settles before the refunds, and settled payments are refunded, not voided.
  'POST /payment/void': 409,
  // One person has all records, and the adults' ones confirmed another date of birth: repeat.test.ts confirms.
  'POST /registration/confirm': 422,
}

const app = await openTestApp({ jobs: true })
const turnOf = ({ call }: AnyOperation) => examples[call]?.turn ?? 0
const all = manifests.flatMap((manifest) => manifest.operations)
const operations = all
  .filter((operation) => namesRecord(operation) && !(operation.call in makers))
  .toSorted((a, b) => turnOf(a) - turnOf(b))
const each = operations.map((operation) => [operation.call, operation] as const)

const recorded = await recordWrites(app)
/** The rows that each changing call of the owner writes. */
const written: Record<string, string[]> = {}
let victim: Victim
let otherStudent: Victim
let outsiders: Record<string, Client>
const controls: Record<string, number> = {}
/** The audit log entries of each changing call when the owner makes it. */
const auditRows: Record<string, string[]> = {}

beforeAll(async () => {
  victim = await openVictim(app)
  otherStudent = await openVictim(app)
  outsiders = await openOutsiders(app)
})

describe("T-20: a student's own call cannot name another person's record", () => {
  const studentCalls = each.filter(([call]) => examples[call] && examples[call].by !== 'staff')
  it.each(studentCalls)('%s', async (call, operation) => {
    const example = examples[call]!
    const ids = otherStudent.ids[example.situation]
    const client = byCookie(app, (await app.actorOf(otherStudent.user_id)).token)
    const before = await sumRowsOf(app, victim.user_id)
    const theirs = victim.ids[example.situation] as Record<string, unknown>
    const ownInput = JSON.stringify(inputOf(operation, example, ids))
    const names = Object.keys(ids).filter((field) => recordFields.has(field))
    const inputs = names
      .map((name) => [name, { ...ids, [name]: theirs[name] }] as const)
      .map(([name, some]) => [name, inputOf(operation, example, some)] as const)
      .filter(([, input]) => JSON.stringify(input) !== ownInput)
    // Some records differ only by caller: such a call shows nothing of anyone else.
    const tries = inputs.length > 0 ? inputs : [["one's own", inputOf(operation, example, ids)] as const]
    for (const [name, input] of tries) {
      const { status, text } = await callOperation(client, operation, input)
      expect(status, `${name}: ${text.slice(0, 300)}`).toBeLessThan(500)
      expect(text, name).not.toMatch(new RegExp(victim.lastName, 'i'))
      expect(await sumRowsOf(app, victim.user_id), `${name} of someone else: ${status}`).toEqual(before)
    }
  })

  it("refuses another person's document as an answer to one's own question", async () => {
    const client = byCookie(app, (await app.actorOf(otherStudent.user_id)).token)
    const { studentCourseId } = otherStudent.ids.registering
    const { attachment_id } = victim.ids.registering
    const sentBody = { studentCourseId, questionId: 10153, answer: 2 }
    await client.post('/registration/answer', sentBody)
    const response = await client.post('/registration/answer', {
      ...sentBody,
      questionId: 10157,
      answer: attachment_id,
    })
    const accepted = await client.post('/registration/answer', {
      ...sentBody,
      questionId: 10157,
      answer: otherStudent.ids.registering.attachment_id,
    })
    expect([response.status, accepted.status]).toEqual([422, 200])
  })
})

describe("T-20: no one reaches another person's record", () => {
  it.each(each)('%s', async (call, operation) => {
    const example = examples[call]
    expect(example, `tests/support/examples.ts has no valid call of ${call}`).toBeDefined()
    const ids = victim.ids[example!.situation]
    const input = inputOf(operation, example!, ids)
    const isId = idCalls.has(call)
    expect(
      renamed(input, () => 'x', isId),
      `the example of ${call} names no record`,
    ).not.toEqual(input)
    const nowhere = renamed(input, unknown, isId)
    const start = await recorded.last()
    const leaks: string[] = []
    for (const [who, client] of Object.entries(outsiders)) {
      const response = await callOperation(client, operation, input)
      // Someone else's record looks like a missing one.
      const missingResponse = await callOperation(client, operation, nowhere)
      expect(await recorded.tablesSince(start), `${who} changed something: ${response.status}`).toEqual([])
      expect([response.status, response.body?.code], who).toEqual([missingResponse.status, missingResponse.body?.code])
      if (!(await revealsNothing(operation, response))) leaks.push(`${who}: ${response.text.slice(0, 300)}`)
      if (call in blind) expect(response.body, who).toEqual(missingResponse.body)
      expect(response.text, who).not.toMatch(
        new RegExp(`${victim.lastName}|${victim.ids.purchase.transaction_id}`, 'i'),
      )
    }
    if (call in blind) expect(leaks, 'is refused like any other: take it from blind').not.toEqual([])
    else expect(leaks).toEqual([])
    const event = await lastEvent(app)
    const write = await recorded.last()
    for (const client of await openEntitled(example!.by)) {
      // A person's sessions are limited, so the oldest ones have ended by now.
      const fresh = example!.situation === 'elsewhere' ? await records.elsewhere(app, victim) : null
      const response = await callOperation(client, operation, fresh ? inputOf(operation, example!, fresh) : input)
      controls[call] = Math.max(controls[call] ?? 0, response.status)
      const text = JSON.stringify(response.body).slice(0, 400)
      expect([401, 403, 404], `the owner's call: ${text}`).not.toContain(response.status)
      if (response.status === 200 && isGrid(operation)) expect(isEmpty(response.body), text).toBe(false)
    }
    if (!operation.changes) return
    auditRows[call] = actionsIn(await listEventsSince(app, event))
    const people = { owner: victim.user_id, admin: await app.userId('admin@example.com'), rival: otherStudent.user_id }
    written[call] = await recorded.linesSince(write, { people, ids, input })
  })

  it('each of them writes these rows of a student who has many, and none of another', async () => {
    await expect(textOf(written)).toMatchFileSnapshot('writes-of-many.matrix.txt')
  })

  it('the audit log records each of them', async () => {
    const lines = Object.entries(auditRows).map(([call, actions]) => `${call}: ${actions.join(', ') || '-'}`)
    await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('audit.matrix.txt')
  })

  it("changes shown in a person's history have readable names", async () => {
    const fields = await app.database.read<{ name: string }>`
      select distinct name from platform.audit_event e,
        lateral (select jsonb_object_keys(e.before) where jsonb_typeof(e.before) = 'object'
                 union select jsonb_object_keys(e.after) where jsonb_typeof(e.after) = 'object') k (name)
      where e.subject ~ '^(user_id|student_course_id):' and e.action <> 'mail.sent'`
    expect(fields.length).toBeGreaterThan(30)
    expect(unnamedOf(fields.map(({ name }) => name))).toEqual([])
  })

  it('every other call succeeded for its owner', () => {
    const unexpected = Object.entries(controls).filter(([, status]) => status !== 200)
    expect(Object.fromEntries(unexpected)).toEqual(refusedByRule)
    expect(Object.keys(controls)).toHaveLength(operations.length)
  })

  it('every example and exception names an existing call, and all existing fields', () => {
    const calls = new Set<string>(all.map(({ call }) => call))
    const listed = [examples, blind, makers, refusedByRule].flatMap((list) => Object.keys(list))
    expect([...listed, ...idCalls].filter((call) => !calls.has(call))).toEqual([])
    const names = new Set(all.flatMap((operation) => fieldsOf(inputSchema(operation))))
    expect([...recordFields, ...otherFields].filter((name) => !names.has(name))).toEqual([])
  })

  it("every field that looks like a record's name is classified", () => {
    const names = new Set(all.flatMap((operation) => fieldsOf(inputSchema(operation))))
    const looks = [...names].filter((name) => /(_id|Id|_ids|Ids|^ids|token|ToDelete)$/.test(name) && !/^lk_/.test(name))
    const carried = new Set(['numbersToDelete'])
    const unclassified = looks.filter((name) => !recordFields.has(name) && !otherFields.has(name) && !carried.has(name))
    expect(unclassified, 'recordFields or otherFields in tests/support/examples.ts').toEqual([])
  })
})

const actionsIn = (events: readonly string[]): string[] => [...new Set(events.map((event) => event.split(' ')[0]!))]

async function openEntitled(by: 'student' | 'staff' | 'both'): Promise<Client[]> {
  const admin = async () => byCookie(app, (await app.actorOf(await app.userId('admin@example.com'))).token)
  const student = async () => byCookie(app, (await app.actorOf(victim.user_id)).token)
  if (by === 'both') return [await student(), await admin()]
  return [await (by === 'staff' ? admin() : student())]
}

const isGrid = ({ takes, gives }: AnyOperation) => 'sort_by' in takes.shape && !isBinary(gives)

function unknown(_name: string, value: unknown): unknown {
  if (typeof value === 'number') return 999_999_999
  return /^[\da-f]{8}-/.test(String(value)) ? '11111111-2222-4333-8444-555555555555' : '999999999'
}
