import { parseArgs } from 'node:util'
import { readEnv } from '#platform/env.ts'
import { listProcesses } from '#platform/processes.ts'
import { exit, type Run, table } from './command.ts'
import { withDatabase } from './open-database.ts'

/** Lists the processes of this installation with their last heartbeats; a lost process causes exit code 1. */
export const showProcesses: Run = async (args, { settings, print }) => {
  const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean', default: false } } })
  const rows = await withDatabase(readEnv(settings), 'processes', (database) => listProcesses(database.read))
  if (values.json) print(JSON.stringify(rows))
  else if (rows.length === 0) print('none')
  else {
    const lines = rows.map(({ gone, role, version, commit, machine, pid, port, started_at, seen_at }) => [
      ...[gone ? 'gone' : 'runs', role, version, commit?.slice(0, 8) ?? '', machine, pid, port],
      ...[started_at.toISOString(), seen_at.toISOString()],
    ])
    const heading = ['STATE', 'ROLE', 'VERSION', 'COMMIT', 'MACHINE', 'PID', 'PORT', 'SINCE', 'LAST SIGN']
    for (const line of table([heading, ...lines])) print(line)
  }
  return rows.some(({ gone }) => gone) ? exit.faults : exit.done
}
