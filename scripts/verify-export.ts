// node scripts/verify-export.ts EXPORT.zip --key PUBLIC_KEY.pem: verifies an export for auditors without the product's
// database (docs/audit.md). Exits with 1 if the export was changed, and with 2 if it could not be read.
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { verifyExport } from '#platform/audit/verify-export.ts'

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { key: { type: 'string' } } })
  const [file] = positionals
  if (!file || !values.key) throw new Error('usage: verify-export EXPORT.zip --key PUBLIC_KEY.pem')
  const { manifest, faults } = await verifyExport(await readFile(file), await readFile(values.key, 'utf8'))
  for (const fault of faults) console.log(`CHANGED  ${fault}`)
  if (faults.length > 0 || !manifest) return 1
  const { school, program_id, from_on, to_on, courses, made_at, chain } = manifest
  console.log(`ok       ${school}, ${program_id}, ${from_on} to ${to_on}: ${courses} courses, made ${made_at}`)
  if (chain) console.log(`chain    ${chain.organization_id}:${chain.position}:${chain.hash}`)
  return 0
}

process.exitCode = await main().catch((error: unknown) => {
  console.error((error as Error).message)
  return 2
})
