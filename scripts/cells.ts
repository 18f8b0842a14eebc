// Moves a school group between two cells (docs/scale.md, 'Cells'), and deletes it from the one that it left:
//   npm run cells -- move --from ADDRESS --to ADDRESS --organization ID
//   npm run cells -- remove --from ADDRESS --organization ID
// ADDRESS is a postgres:// address of a superuser.
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { moveGroup, removeGroup } from './cells/move-group.ts'

const usage =
  'npm run cells -- move --from ADDRESS --to ADDRESS --organization ID | remove --from ADDRESS --organization ID'
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' }, to: { type: 'string' }, organization: { type: 'string' } },
})
const organization_id = Number(values.organization)
const [act] = positionals
if (!values.from || !Number.isInteger(organization_id) || (act === 'move' ? !values.to : act !== 'remove')) {
  console.error(usage)
  process.exit(2)
}

async function press(question: string): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  await terminal.question(`${question} Then press Enter. `)
  terminal.close()
}

if (act === 'move') {
  const rows = await moveGroup({
    from: values.from,
    to: values.to!,
    organization_id,
    freeze: () => press("Let the proxy answer 503 for the group's hosts, and wait until its last request has ended."),
    report: (line) => console.log(line),
  })
  for (const { table, rows: count } of rows) console.log(`${String(count).padStart(10)}  ${table}`)
  console.log('Every row is equal. Point the proxy at the new cell, start the workers, then run: remove')
} else {
  await removeGroup(values.from, organization_id)
  console.log(`organization ${organization_id} and all below it are deleted`)
}
