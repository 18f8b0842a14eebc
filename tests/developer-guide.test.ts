import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callExamples } from '#platform/openapi/add-examples.ts'
import { guide } from '#web/pages/developers/guide/guide.ts'
import type { CodeLanguage, GuidePage } from '#web/pages/developers/guide/guide-page.ts'
import { partnerCalls } from '#web/pages/developers/partner-calls.ts'
import { snippetsOf } from '#web/pages/developers/snippets.ts'
import { openTestApp } from './support/app.ts'
import { addClient } from './support/client.ts'
import { listen } from './support/listen.ts'
import { installPackedClient } from './support/packed-client.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'waypost-guide-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeAll(() => installPackedClient(folder), 120_000)

const app = await openTestApp()
const site = await listen(app)
const { key, client_id } = await addClient(app)
await app.database.read`update identity.organization set invoice_ind = true where default_ind`
await app.database.read`
  insert into identity.person (organization_id, lk_user_role_id, loginid, email)
  select organization_id, 3, 'driver' || n || '@fleet.example', 'driver' || n || '@fleet.example'
  from identity.organization, generate_series(1, 4) n where default_ind`

const env = {
  ...process.env,
  WAYPOST_SITE: site,
  WAYPOST_KEY: key,
  WAYPOST_CLIENT_ID: String(client_id),
  WAYPOST_COURSE: '1003',
  WAYPOST_SECRET: 'whsec_MDEyMzQ1Njc4OWFiY2RlZg==',
  PYTHONPATH: resolve(import.meta.dirname, '../openapi/python'),
  PYTHONDONTWRITEBYTECODE: '1',
}

function canRun(command: string, args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const isHere: Record<CodeLanguage, boolean> = {
  curl: canRun('curl', ['--version']) && canRun('bash', ['-c', 'true']),
  typescript: true,
  python: canRun('python3', ['-c', 'import sys; assert sys.version_info >= (3, 11)']),
}
for (const [language, isInstalled] of Object.entries(isHere))
  if (!isInstalled) console.warn(`The examples in ${language} are skipped: it is not installed.`)

/** The complaints of a strict compiler about a program of the client's user, on Node; empty if there are none. */
async function compile(file: string): Promise<string> {
  const tsc = resolve(import.meta.dirname, '../node_modules/typescript/bin/tsc')
  const options = ['--ignoreConfig', '--strict', '--noEmit', '--skipLibCheck', '--module', 'nodenext']
  const types = ['--types', 'node', '--typeRoots', resolve(import.meta.dirname, '../node_modules/@types')]
  const modern = ['--target', 'es2024', '--lib', 'es2024,dom,dom.iterable,dom.asynciterable']
  return run(process.execPath, [tsc, ...options, ...types, ...modern, file]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
}

/** The examples of a page as one program: later ones use the variables of earlier ones. */
const programOf = ({ sections }: GuidePage, language: CodeLanguage): string =>
  sections
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => (typeof block === 'object' && 'code' in block ? [block.code[language] ?? ''] : []))
    .join('\n')

async function runProgram(language: CodeLanguage, text: string): Promise<string> {
  if (language === 'curl') return (await run('bash', ['-euo', 'pipefail', '-c', text], { env })).stdout
  if (language === 'python') return (await run('python3', ['-c', text], { env })).stdout
  const file = join(folder, `example-${crypto.randomUUID()}.mts`)
  writeFileSync(file, text)
  return (await run(process.execPath, [file], { env })).stdout
}

const withCode = guide.filter((page) => programOf(page, 'typescript') !== '')

describe.each(['curl', 'typescript', 'python'] as const)('the examples in %s', (language) => {
  it.skipIf(!isHere[language]).each(withCode.map((page) => [page.slug, page] as const))(
    'run without errors on the page %s',
    async (slug, page) => {
      const printed = await runProgram(language, programOf(page, language))
      // The last example of this page demonstrates a refusal.
      if (slug !== 'errors-and-limits') expect(printed).not.toContain('"error":true')
      if (slug === 'first-call') expect(printed).toMatch(/driver\d@fleet\.example/)
      if (slug === 'errors-and-limits') expect(printed).toContain('profile.email')
      if (slug !== 'enroll-a-fleet') return
      const [row] = await app.database.read<{ n: number }>`
      select count(*)::int as n from learning.student_course c join identity.person p using (user_id)
      where p.email = any(${app.database.read.array(driversOf[language])}::text[])`
      expect(row!.n).toBe(driversOf[language].length)
    },
  )
})

const driversOf: Record<CodeLanguage, string[]> = {
  curl: ['ana@fleet.example'],
  typescript: ['ben@fleet.example', 'carla@fleet.example'],
  python: ['dev@fleet.example', 'ema@fleet.example'],
}

it.each(withCode.map((page) => [page.slug, page] as const))(
  'the TypeScript examples of %s compile as strictly as TypeScript allows',
  async (slug, page) => {
    const file = join(folder, `strict-${slug}.mts`)
    writeFileSync(file, programOf(page, 'typescript'))
    expect(await compile(file)).toBe('')
  },
)

it('links of the guide lead to pages that exist', async () => {
  const links = [...JSON.stringify(guide).matchAll(/\]\((\/[^)]*)\)/g)].map(([, path]) => path!)
  expect(links.length).toBeGreaterThan(2)
  const admin = await app.as(await app.userId('admin@example.com'))
  for (const path of new Set(links)) expect((await admin.visit(path)).status, path).toBe(200)
})

it('functions that the guide names exist in the reference', () => {
  const namedRegExpExecArrays = [
    ...JSON.stringify(guide).matchAll(/`((?:list|get|download|check|create|enroll)[A-Z]\w+)`/g),
  ]
  const partnerNames = new Set(partnerCalls().calls.map(({ name }) => name))
  expect(namedRegExpExecArrays.length).toBeGreaterThan(4)
  expect(namedRegExpExecArrays.map(([, name]) => name).filter((name) => !partnerNames.has(name!))).toEqual([])
})

it.skipIf(!isHere.python)('the examples of the reference compile in TypeScript and Python', async () => {
  const { calls } = partnerCalls()
  expect(calls.length).toBeGreaterThan(30)
  expect(Object.keys(callExamples).length).toBe(calls.length)
  const python = calls.map((call) => snippetsOf(call).python).join('\n')
  expect(
    (await run('python3', ['-c', `import ast, sys; print(len(ast.parse(sys.argv[1]).body))`, python])).stdout.trim(),
  ).toBe(String(calls.length))
  const typescript = calls.map((call) => `{\n${snippetsOf(call).typescript}\nvoid result }`).join('\n')
  const file = join(folder, 'reference.mts')
  writeFileSync(
    file,
    `import { createWaypost } from 'waypost-client'\nconst waypost = createWaypost({ site: 'https://a.example' })\n${typescript}`,
  )
  expect(await compile(file)).toBe('')
})
