import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { zipFile } from '#platform/readers/write-zip.ts'
import { clientPackages } from '#web/client-packages.ts'
import { root, run } from './run.ts'

/** Writes the packages of both clients, from which partners install them. */
export async function writeClientPackages(folder = resolve(root, 'dist/packages')): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { code, output } = await run('node', [resolve(root, 'scripts/pack-client.ts'), folder], { quiet: true })
  if (code !== 0) throw new Error(output)
  writeFileSync(join(folder, clientPackages.python), pythonWheel())
}

/** The Python client as a wheel: its modules and their metadata, without a build step on the partner's machine. */
export function pythonWheel(): Uint8Array {
  const source = resolve(root, 'openapi/python')
  const [, name, version] = /^(\w+)-([\d.]+)-/.exec(clientPackages.python)!
  const about = `${name}-${version}.dist-info`
  const metadata = [
    ...['Metadata-Version: 2.1', 'Name: waypost-client', `Version: ${version}`, 'Requires-Python: >=3.11'],
    ...['License: MIT', 'Description-Content-Type: text/markdown', ''],
    readFileSync(join(source, 'README.md'), 'utf8'),
  ]
  const modules = readdirSync(join(source, 'waypost')).filter((file) => /\.(py|typed)$/.test(file))
  const files: Record<string, string> = {
    ...Object.fromEntries(
      modules.toSorted().map((file) => [`waypost/${file}`, readFileSync(join(source, 'waypost', file), 'utf8')]),
    ),
    [`${about}/METADATA`]: metadata.join('\n'),
    [`${about}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: waypost\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
  }
  const record = Object.entries(files).map(([path, text]) => {
    const digest = createHash('sha256').update(text).digest('base64url')
    return `${path},sha256=${digest},${Buffer.byteLength(text)}\n`
  })
  return zipFile({ ...files, [`${about}/RECORD`]: `${record.join('')}${about}/RECORD,,\n` })
}
