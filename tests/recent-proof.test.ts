import { expect, it } from 'vitest'
import { manifests } from '#modules/manifests.ts'
import { openTestApp } from './support/app.ts'
import { callOperation } from './support/call.ts'
import { examples, inputOf } from './support/examples.ts'
import { byCookie } from './support/outsiders.ts'
import { openVictim } from './support/victim.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
const operations = manifests
  .flatMap((manifest) => manifest.operations)
  .filter(({ call, fails }) => fails?.some(({ code }) => code === 'PROOF_NEEDED') && examples[call])

it('the table of calls that ask for a recent proof, by a session whose proof is too old', async () => {
  const student = await openVictim(app)
  const lines: string[] = []
  for (const operation of operations) {
    const example = examples[operation.call]!
    const user_id = example.by === 'student' ? student.user_id : await app.userId('admin@example.com')
    const actor = await app.actorOf(user_id)
    await read`update identity.session set proved_at = platform.now() - interval '16 minutes' where user_id = ${user_id}`
    const { status, body } = await callOperation(
      byCookie(app, actor.token),
      operation,
      inputOf(operation, example, student.ids[example.situation]),
    )
    lines.push(`${operation.call}: ${status === 200 ? 'done' : body?.code}`)
  }
  expect(lines.length).toBeGreaterThan(8)
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('recent-proof.matrix.txt')
})
