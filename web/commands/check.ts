import { parseArgs } from 'node:util'
import { ConfigurationError, type Env, readEnv } from '#platform/env.ts'
import { exit, type Run, type Surroundings, table } from './command.ts'
import { attempt, type Finding, fail, ok, skip } from './probe.ts'
import { probeDatabase } from './probe-database.ts'
import { probeServices } from './probe-services.ts'

const minNode = [22, 12] as const

/** Tries every setting before the product serves with it, and prints a table. Changes and sends nothing. */
export const checkSettings: Run = async (args, { settings, print }) => {
  const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean', default: false } } })
  const findings = [probeNode(process.versions.node), ...(await probeSettings(settings))]
  if (values.json) print(JSON.stringify(findings))
  else for (const line of table(findings.map(({ state, subject, detail }) => [state, subject, detail]))) print(line)
  return findings.some(({ state }) => state === 'fail') ? exit.faults : exit.done
}

async function probeSettings(settings: Surroundings['settings']): Promise<Finding[]> {
  let env: Env
  try {
    env = readEnv(settings)
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => fail('settings', line.trim()))
  }
  const { DATABASE_URL: url } = env
  const database = url
    ? attempt('database', () => probeDatabase(env, url))
    : [skip('database', 'DATABASE_URL is not set: make start brings one')]
  const services = probeServices(env)
  return [
    ok('settings', env.production ? 'complete for production' : env.NODE_ENV),
    ...(await database),
    ...(await services),
  ]
}

export function probeNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isNew = major > minNode[0] || (major === minNode[0] && minor >= minNode[1])
  return isNew ? ok('node', version) : fail('node', `${version} is too old: ${minNode.join('.')} or newer`)
}
