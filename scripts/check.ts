import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { securityDefaults } from '#modules/catalogue/index.ts'
import { manifests } from '#modules/manifests.ts'
import { checkBareIds } from '#platform/checks/bare-ids.ts'
import { checkBodies } from '#platform/checks/bodies.ts'
import { checkConstantNames } from '#platform/checks/constant-names.ts'
import { checkCycles } from '#platform/checks/cycles.ts'
import { checkDependencies } from '#platform/checks/dependencies.ts'
import { checkFaces, checkFloors, checkNames } from '#platform/checks/floors.ts'
import { checkFolders } from '#platform/checks/folders.ts'
import { checkGivenUpTypes } from '#platform/checks/given-up-types.ts'
import { checkGuardedColumns } from '#platform/checks/guarded-columns.ts'
import { checkIdentityMethods } from '#platform/checks/identity-methods.ts'
import { checkKit, checkRedButtons } from '#platform/checks/kit.ts'
import { checkLinks } from '#platform/checks/links.ts'
import { checkLongFunctions } from '#platform/checks/long-functions.ts'
import { checkMigrations } from '#platform/checks/migrations.ts'
import { checkNormalForms } from '#platform/checks/normal-forms.ts'
import { checkOutbound } from '#platform/checks/outbound.ts'
import { checkPageAddresses } from '#platform/checks/page-addresses.ts'
import { productTexts } from '#platform/checks/product-texts.ts'
import { checkReach } from '#platform/checks/reach.ts'
import { checkReaders } from '#platform/checks/readers.ts'
import { checkScope } from '#platform/checks/scope.ts'
import { checkScripts } from '#platform/checks/script-budget.ts'
import { checkSecrets } from '#platform/checks/secrets.ts'
import { readSources } from '#platform/checks/source.ts'
import { checkSql } from '#platform/checks/sql.ts'
import { checkTextKeys } from '#platform/checks/text-keys.ts'
import { checkReleased } from '#platform/openapi/breaking-changes.ts'
import { renderArchitecture } from './architecture.ts'
import { clientChunks } from './client-chunks.ts'
import { renderOpenapi, renderPartnerDocument } from './gen.ts'
import { isPartnerClientFresh } from './partner-client.ts'
import { root, run } from './run.ts'

/** The names used in a course's settings. */
const identityMethods = Object.keys(securityDefaults.methods)

type Check = { name: string; complaints: () => Promise<string[]> | string[] }

const sources = readSources(root)

const tool = (name: string, command: string, args: string[]): Check => ({
  name,
  complaints: async () => {
    const { code, output } = await run(command, args, { quiet: true })
    return code === 0 ? [] : [output.trim()]
  },
})

/** Quick tests over all files, which often fail after changes of pages or texts. */
const fileTests = [
  'platform/deploy/monitoring/runbook',
  'platform/plurals',
  'platform/spanish',
  'platform/texts',
  'tests/autocomplete',
  'tests/contract-grids',
  'tests/documents',
  'tests/language',
  'tests/locks',
  'tests/openapi',
  'tests/retry-after',
  'tests/unscoped',
  'tests/zones',
]

const checks: Check[] = [
  tool('types', 'tsc', ['-p', 'tsconfig.json']),
  tool('format and lint', 'biome', ['check', '--error-on-warnings', '--max-diagnostics=50']),
  tool('no unused exports', 'knip', ['--no-progress']),
  tool('tests that only read the files', 'vitest', [
    'run',
    '--project=unit',
    '--reporter=dot',
    '--testTimeout=300000',
    ...fileTests,
  ]),
  { name: 'imports by name', complaints: () => checkNames(sources) },
  { name: 'floors, faces and uses', complaints: () => checkFloors(sources, manifests) },
  { name: 'faces hold what other modules use', complaints: () => checkFaces(sources) },
  { name: 'folders of modules', complaints: () => checkFolders(sources, manifests) },
  { name: 'no function above 80 lines', complaints: () => checkLongFunctions(sources) },
  { name: 'constants in camelCase', complaints: () => checkConstantNames(sources) },
  { name: 'import cycles', complaints: () => checkCycles(sources) },
  { name: 'SQL ownership', complaints: () => checkSql(sources) },
  { name: 'guarded columns', complaints: () => checkGuardedColumns([...sources, ...migrations()]) },
  { name: 'ids of lookups by their names', complaints: () => checkBareIds(sources) },
  { name: 'locks and expand-and-contract of migrations', complaints: () => checkMigrations(migrations()) },
  { name: 'scope of the database', complaints: () => checkScope(sources) },
  { name: 'what goes outside asks first', complaints: () => checkOutbound(sources) },
  { name: 'everything is reached', complaints: () => checkReach(sources, manifests) },
  { name: 'bodies of requests are bounded', complaints: () => checkBodies(sources) },
  { name: 'foreign bytes are read by readers', complaints: () => checkReaders(sources) },
  {
    name: 'identity methods differ in their entries',
    complaints: () => checkIdentityMethods(sources, identityMethods),
  },
  { name: 'one component for each thing', complaints: () => checkKit(sources) },
  { name: 'red buttons ask first', complaints: () => checkRedButtons(sources) },
  { name: 'normal forms of texts are bounded', complaints: () => checkNormalForms(sources) },
  { name: 'types are not given up', complaints: () => checkGivenUpTypes(sources) },
  { name: 'no secrets', complaints: () => checkSecrets(sources) },
  {
    name: 'each dependency has its reason',
    complaints: () => checkDependencies(textOf('package.json'), textOf('docs/dependencies.md')),
  },
  { name: 'openapi.json is fresh', complaints: checkOpenapi },
  {
    name: 'clients of the released partner document work on',
    complaints: () => checkReleased(JSON.parse(textOf('openapi/released.json')), JSON.parse(renderPartnerDocument())),
  },
  { name: 'addresses of pages are listed', complaints: () => checkPageAddresses(sources) },
  { name: 'links are built from addresses of pages', complaints: () => checkLinks(sources) },
  { name: 'docs/architecture.md is fresh', complaints: checkArchitecture },
  {
    name: 'moved texts have their migration',
    complaints: () => checkTextKeys(textOf('migrations/text-keys.txt'), productTexts(root), migrations()),
  },
  {
    name: 'scripts of pages are within their budgets',
    complaints: async () => checkScripts(sources, await clientChunks()),
  },
]

function checkOpenapi(): string[] {
  const stale = [
    textOf('openapi/openapi.json') === renderOpenapi() ? '' : 'openapi/openapi.json is stale: run make gen',
    textOf('openapi/partner.json') === renderPartnerDocument() ? '' : 'openapi/partner.json is stale: run make gen',
    isPartnerClientFresh(JSON.parse(textOf('openapi/partner.json'))) ? '' : 'openapi/client is stale: run make gen',
  ]
  return stale.filter(Boolean)
}

function checkArchitecture(): string[] {
  const { written, fresh } = renderArchitecture()
  return written === fresh ? [] : ['docs/architecture.md is stale: run make gen']
}

const migrations = () =>
  readdirSync(resolve(root, 'migrations'))
    .filter((name) => /^\d.*\.sql$/.test(name))
    .map((name) => ({ path: `migrations/${name}`, text: textOf(`migrations/${name}`) }))

function textOf(path: string): string {
  return readFileSync(resolve(root, path), 'utf8')
}

const outcomes = await Promise.all(
  checks.map(async ({ name, complaints }) => ({ name, problems: await Promise.resolve().then(complaints) })),
)
for (const { name, problems } of outcomes) {
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name}`)
  for (const complaint of problems.slice(0, 60)) console.log(`     ${complaint.replaceAll('\n', '\n     ')}`)
}
process.exitCode = outcomes.some(({ problems }) => problems.length > 0) ? 1 : 0
