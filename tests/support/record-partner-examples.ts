import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CallExample } from '#platform/openapi/add-examples.ts'
import { type AnyOperation, isBinary } from '#platform/operation.ts'
import { openTestApp } from './app.ts'
import { callOperation } from './call.ts'
import { addClient, addWebhook } from './client.ts'
import { examples, inputOf } from './examples.ts'
import { byBearer } from './outsiders.ts'
import { openSandbox } from './sandbox.ts'
import { openVictim } from './victim.ts'

/** Inputs that are easier to read than those of the tests. */
const inputs: Readonly<Record<string, Record<string, unknown>>> = {
  findCounties: { filter: 'Orange' },
  createStudent: {
    profile: { first_name: 'Dana', last_name: 'Rivera', email: 'dana.rivera@example.com', dob: '1990-05-17' },
  },
  listPublicCourses: { lk_state_id: ['FL'], sort_by: 'price' },
  getPublicCourse: { id: 1001 },
  enrollStudents: {
    course_website_id: 1001,
    rows: [
      {
        external_id: 'driver-4711',
        enrollment_external_id: 'driver-4711-2026',
        order_external_id: 'order-9001',
        group: 'Tampa',
        due_on: '2030-01-31',
        profile: { first_name: 'Nora', last_name: 'Diaz', email: 'nora.diaz@example.com', dob: '1988-03-02' },
      },
    ],
  },
  listEnrollments: { limit: 2 },
  listStudents: { limit: 2, sort_by: '-created_at', created_at: ['last:7'] },
}
const receiver = 'https://fleet.example.com/webhooks'
const parametersOfLists = { limit: 2 }

/** Calls every operation once as a client of the demo, and writes `openapi/examples.json`. */
export async function recordPartnerExamples(operations: readonly AnyOperation[]): Promise<number> {
  const app = await openTestApp({ jobs: true })
  const victim = await openVictim(app)
  await app.database.read`update identity.organization set invoice_ind = true where organization_id = 1`
  const added = await addClient(app)
  const client = byBearer(app, added.key, null)
  const { webhook_endpoint_id, webhook_delivery_id } = await addWebhook(app, added, receiver)
  const [certificate] = await app.database.read<{ code: string }>`
    select check_code as code from learning.student_certificate where check_code is not null order by 1 limit 1`
  const sandbox = await openSandbox(app)
  const recorded: Record<string, CallExample> = {}
  for (const operation of operations) {
    const name = operation.clients!
    const example = examples[operation.call]
    const isGrid = 'search' in operation.takes.shape && 'sort_by' in operation.takes.shape
    const usual = example && !isGrid ? inputOf(operation, example, victim.ids[example.situation]) : {}
    const limited = 'after_id' in operation.takes.shape ? parametersOfLists : {}
    const batch_id = recorded.createAuthorizationKeys?.response?.authorization_key_batch_id
    const fixedInputs: Record<string, Record<string, unknown>> = {
      ...inputs,
      checkCertificate: { ...certificate },
      // A batch is readable only by its creator.
      getAuthorizationKeyBatch: { authorization_key_batch_id: batch_id },
      createWebhookEndpoint: { url: receiver, event_types: ['course.passed', 'certificate.issued'] },
      updateWebhookEndpoint: { webhook_endpoint_id, url: receiver, event_types: ['course.passed'] },
      listWebhookDeliveries: { webhook_endpoint_id },
      ...pickNamed(['createWebhookSecret', 'sendTestEvent', 'deactivateWebhookEndpoint', 'activateWebhookEndpoint'], {
        webhook_endpoint_id,
      }),
      ...pickNamed(['getWebhookDelivery', 'resendWebhookDelivery'], { webhook_delivery_id }),
      openTicket: { message: 'Which invoice contains the drivers of May?' },
      getTicket: { issue_id: recorded.openTicket?.response?.issue_id },
      replyToTicket: { issue_id: recorded.openTicket?.response?.issue_id, message: 'It arrived. Thank you.' },
      moveTestClock: { minutes: 43_200 },
      passTestStudents: { student_course_ids: [sandbox.student_course_id] },
      removeWebhookEndpoint: { webhook_endpoint_id: recorded.createWebhookEndpoint?.response?.webhook_endpoint_id },
    }
    const input = fixedInputs[name] ?? {
      ...usual,
      ...limited,
      ...(name === 'downloadFootprint' && { format: 'json' }),
      ...(name === 'downloadEnrollmentFiles' && { student_course_id: [victim.ids.passed!.student_course_id] }),
    }
    const { status, body, headers } = await callOperation(
      operation.path.startsWith('/test/') ? sandbox.client : client,
      operation,
      input,
    )
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
    const callExample = sentOf(operation, input)
    const isJson = headers.get('content-type')?.startsWith('application/json')
    recorded[name] = { ...callExample, ...(isJson && { response: shorten(body) as Record<string, unknown> }) }
  }
  const lastNamePattern = new RegExp(`${victim.lastName}`, 'gi')
  const text = JSON.stringify(recorded, null, 2).replaceAll(lastNamePattern, (name) =>
    name[0] === name[0]!.toUpperCase() ? 'Rivera' : 'viola.rivera',
  )
  writeFileSync(resolve(import.meta.dirname, '../../openapi/examples.json'), `${text}\n`)
  return Object.keys(recorded).length
}

const pickNamed = (names: readonly string[], input: Record<string, unknown>) =>
  Object.fromEntries(names.map((name) => [name, input]))

/** The parameters and the body of an input, separated as in the document. */
function sentOf({ method, path }: AnyOperation, input: Record<string, unknown>): CallExample {
  const inPath = (name: string) => path.includes(`{${name}}`)
  const entries = Object.entries(input)
  const part = (keep: (name: string) => boolean) => Object.fromEntries(entries.filter(([name]) => keep(name)))
  const parameters = part((name) => method === 'GET' || inPath(name))
  const body = part((name) => method !== 'GET' && !inPath(name))
  return {
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...(Object.keys(body).length > 0 && { body }),
  }
}

/** Keeps the first entry of each list, because repeated entries teach nothing. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shorten)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shorten(item)]))
}

export const isFileOnly = ({ gives }: AnyOperation): boolean => isBinary(gives) && !gives.json
