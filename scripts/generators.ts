import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Runs the usual client generators on the partner document and compiles their output; prints a line for each, and exits
 * with 1 if one fails. It needs the network, and Go, Python and Java with Maven.
 */
const folder = mkdtempSync(join(tmpdir(), 'waypost-generators-'))
copyFileSync(resolve('openapi/partner.json'), join(folder, 'partner.json'))

type Step = [command: string, ...args: string[]]
type Generator = { name: string; needs?: string; folder: string; steps: readonly Step[] }

const document = '../partner.json'
const compile: Step = [
  'npx',
  '--yes',
  '--package=typescript@5.9.3',
  'tsc',
  ...['--noEmit', '--strict', '--skipLibCheck', '--module', 'preserve', '--target', 'es2022'],
  ...['--lib', 'es2024,dom,dom.iterable', 'client.ts'],
]
const typescript = (name: string, install: readonly string[], generate: readonly string[]): Generator => ({
  name,
  folder: name.replaceAll(/[^a-z]/g, '-'),
  steps: [
    ['npm', 'init', '-y'],
    ['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', ...install],
    ['npx', ...generate],
    compile,
  ],
})
const openapiGenerator = (language: string, ...more: string[]): Step => [
  'npx',
  '--yes',
  '@openapitools/openapi-generator-cli@2.41.0',
  ...['generate', '-i', document, '-g', language, '-o', '.', ...more],
]

const generators: readonly Generator[] = [
  typescript('openapi-typescript', ['openapi-typescript@7.13.0'], ['openapi-typescript', document, '-o', 'client.ts']),
  typescript(
    '@hey-api/openapi-ts',
    ['@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3'],
    ['openapi-ts', ...['-i', document, '-o', 'made', '-c', '@hey-api/client-fetch']],
  ),
  typescript(
    'orval',
    ['orval@8.38.0', 'axios', '@tanstack/react-query', 'react'],
    ['orval', ...['--input', document, '--output', 'client.ts']],
  ),
  {
    name: 'oapi-codegen (Go)',
    needs: 'go',
    folder: 'oapi-codegen',
    steps: [
      ['go', 'mod', 'init', 'waypost'],
      [
        'go',
        'run',
        'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
        ...['-generate', 'types,client,skip-prune', '-package', 'waypost', '-o', 'waypost.go', document],
      ],
      ['go', 'mod', 'tidy'],
      ['go', 'vet', './...'],
    ],
  },
  {
    name: 'OpenAPI Generator (Go)',
    needs: 'go',
    folder: 'generator-go',
    steps: [
      openapiGenerator('go', '--additional-properties=withGoMod=true'),
      ['go', 'mod', 'tidy'],
      ['go', 'vet', '.'],
    ],
  },
  {
    name: 'OpenAPI Generator (Java)',
    needs: 'mvn',
    folder: 'generator-java',
    steps: [openapiGenerator('java', '--library', 'native'), ['mvn', '-q', '-DskipTests', 'compile']],
  },
  {
    name: 'openapi-python-client',
    needs: 'python3',
    folder: 'python',
    steps: [
      ['python3', '-m', 'venv', 'venv'],
      ['venv/bin/pip', 'install', '-q', 'openapi-python-client'],
      ['venv/bin/openapi-python-client', 'generate', '--path', document, '--output-path', 'made', '--meta', 'none'],
      ['venv/bin/python', '-c', 'import made'],
    ],
  },
]

function isInstalled(command: string): boolean {
  try {
    execFileSync('which', [command], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function outcomeOf({ name, needs, folder: subfolder, steps }: Generator): string {
  if (needs && !isInstalled(needs)) return `skipped ${name}: ${needs} is not installed`
  const cwd = join(folder, subfolder)
  mkdirSync(cwd)
  if (name.startsWith('@hey-api')) writeFileSync(join(cwd, 'client.ts'), "export * from './made/index'\n")
  for (const [command, ...args] of steps) {
    try {
      execFileSync(command, args, {
        cwd,
        stdio: 'pipe',
        env: { ...process.env, PATH: `${cwd}/node_modules/.bin:${process.env.PATH}` },
      })
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: Buffer; stderr?: Buffer }
      return `FAILED  ${name}: ${[command, ...args].join(' ')}\n${stdout ?? ''}${stderr ?? error}`
    }
  }
  return `ok      ${name}`
}

for (const generator of generators) {
  const outcome = outcomeOf(generator)
  if (outcome.startsWith('FAILED')) process.exitCode = 1
  console.log(outcome)
}
rmSync(folder, { recursive: true })
