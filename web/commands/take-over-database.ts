import { parseArgs } from 'node:util'
import { readEnv } from '#platform/env.ts'
import { selectInstallation, takeOver } from '#platform/installation.ts'
import { exit, type Run } from './command.ts'
import { withDatabase } from './open-database.ts'
import { openCommandCtx } from './system-ctx.ts'

/**
 * Prints the installation that the database belongs to, and with --yes takes it over for this one. Running processes
 * start to send within a moment (docs/operations.md). The original must be stopped for good: two installations of the
 * same data charge and write to the same people.
 */
export const takeOverDatabase: Run = async (args, { settings, print }) => {
  const { values } = parseArgs({ args: [...args], options: { yes: { type: 'boolean', default: false } } })
  const env = readEnv(settings)
  return withDatabase(env, 'take-over', async (database) => {
    const row = await selectInstallation(database.read)
    print(`the database belongs to ${row?.installation ?? 'no installation'}${row?.restored_at ? ', restored' : ''}`)
    if (row?.installation === env.installation && !row.restored_at) return exit.done
    if (!values.yes) {
      print(`it becomes ${env.installation} with waypost take-over --yes`)
      return exit.faults
    }
    await takeOver(openCommandCtx(database, 'take-over'), env.installation)
    print(`it belongs to ${env.installation} now`)
    return exit.done
  })
}
