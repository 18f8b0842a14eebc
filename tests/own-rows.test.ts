import { beforeAll, expect, it } from 'vitest'
import { manifests } from '#modules/manifests.ts'
import type { AnyOperation } from '#platform/operation.ts'
import { type Client, openTestApp } from './support/app.ts'
import { callOperation } from './support/call.ts'
import { examples, inputOf, namesRecord } from './support/examples.ts'
import { byCookie } from './support/outsiders.ts'
import { openVictim, type Victim } from './support/victim.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
const turnOf = ({ call }: AnyOperation) => examples[call]?.turn ?? 0
const operations = manifests
  .flatMap((manifest) => manifest.operations)
  .filter((operation) => operation.changes && namesRecord(operation) && examples[operation.call])
  .toSorted((a, b) => turnOf(a) - turnOf(b))

let student: Victim
let linkedVictim: Victim
let admin: Client
beforeAll(async () => {
  student = await openVictim(app)
  linkedVictim = await openVictim(app)
  const user_id = await app.userId('admin@example.com')
  await read`
    insert into identity.linked_account (organization_id, user_id, related_user_id) values (1, ${user_id}, ${linkedVictim.user_id})`
  admin = byCookie(app, (await app.actorOf(user_id)).token)
})

/** The response to an Admin's call about a student's records: its code, or 'done'. */
async function outcomeOf(operation: AnyOperation, { ids }: Victim): Promise<string> {
  const example = examples[operation.call]!
  const { status, body } = await callOperation(admin, operation, inputOf(operation, example, ids[example.situation]))
  return status === 200 ? 'done' : `${status} ${body?.code ?? ''}`.trim()
}

it("the table of staff's changes to a student's records, and to those of a linked account of their own", async () => {
  const lines: string[] = []
  for (const operation of operations) {
    const { by } = examples[operation.call]!
    // Staff do what students do for themselves: which of it is refused by the gate needs no line.
    const ofLinked = await outcomeOf(operation, linkedVictim)
    const ofOther = await outcomeOf(operation, student)
    if (ofLinked === '403 FORBIDDEN' && ofOther === ofLinked) continue
    lines.push(`${operation.call} (${by}): ${ofOther}${ofLinked === ofOther ? '' : `; own: ${ofLinked}`}`)
  }
  expect(lines.length).toBeGreaterThan(100)
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('own-rows.matrix.txt')
})
