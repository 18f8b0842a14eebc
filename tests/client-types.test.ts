import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
// Inside the project, so that a client finds its libraries.
const folder = join(root, `node_modules/.cache/client-types-${process.pid}`)
mkdirSync(folder, { recursive: true })
afterAll(() => rmSync(folder, { recursive: true }))

const generator = join(root, 'tools/openapi/node_modules/openapi-typescript/bin/cli.js')

/** A partner's first program: it signs in and prints the reason for a failure. */
const partner = `
import createClient from 'openapi-fetch'
import type { components, operations, paths } from '#openapi/types.ts'

const client = createClient<paths>({ baseUrl: 'https://school.example.com/api' })

export async function signIn(loginid: string, password: string): Promise<string> {
  const { data, error } = await client.POST('/user/login', { body: { loginid, password } })
  if (error) return error.issues?.map(({ path, message }) => path + ': ' + message).join() ?? error.code + error.message
  return data.token ?? ''
}

export async function students(after: string | null): Promise<string | null> {
  const { data, error } = await client.GET('/student/fetch', { params: { query: { after_id: after ?? undefined } } })
  if (error) throw new Error(error.message)
  return data.after_id
}

type Failure = components['schemas']['Failure']
type Failures<O> = O extends { responses: infer R } ? Omit<R, 200> : never
type Unlike<R> = { [S in keyof R]: R[S] extends { content: { 'application/json': Failure } } ? never : S }[keyof R]
/** Calls with a failure that is not a Failure; webhooks are requests to the partner, whose answers have no body. */
type Calls = Exclude<keyof operations, \`on\${string}Event\`>
export type Others = { [K in Calls]: [Unlike<Failures<operations[K]>>] extends [never] ? never : K }[Calls]
export const none: [Others] extends [never] ? true : Others = true
`

it('a client with generated types can read every failure of every call, and the committed types are current', async () => {
  await run(process.execPath, [generator, join(root, 'openapi/openapi.json'), '-o', join(folder, 'types.ts')])
  expect(readFileSync(join(folder, 'types.ts'), 'utf8')).toBe(readFileSync(join(root, 'openapi/types.ts'), 'utf8'))
  writeFileSync(join(folder, 'partner.ts'), partner)
  const options = [
    '--ignoreConfig',
    '--strict',
    '--noEmit',
    '--skipLibCheck',
    '--module',
    'preserve',
    '--target',
    'es2024',
    '--types',
    '',
  ]
  const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '--allowImportingTsExtensions', ...options]
  const complaints = await run(process.execPath, [...tsc, join(folder, 'partner.ts')]).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ stdout: `${stdout}${stderr}` }),
  )
  expect(complaints.stdout).toBe('')
}, 120_000)
