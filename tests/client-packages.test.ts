import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Refusal } from '#platform/errors.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { pythonWheel, writeClientPackages } from '#scripts/client-packages.ts'
import { clientPackageRoutes, clientPackages, packagesPath } from '#web/client-packages.ts'
import { openTestApp } from './support/app.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'waypost-packages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeAll(() => writeClientPackages(join(folder, 'packages')), 120_000)
const app = await openTestApp()

function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 11)'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The routes on the test's folder; the caller's limits are not under test. */
const served = new Hono<HttpEnv>()
served.use(async (c, next) => {
  c.set('ctx', { admit: async () => {} } as unknown as HttpEnv['Variables']['ctx'])
  c.set('headers', {})
  await next()
})
served.onError((error) => new Response(null, { status: error instanceof Refusal ? error.kind.status : 500 }))
served.route('/', clientPackageRoutes(join(folder, 'packages')))

it('the names of the packages contain the versions of their manifests', () => {
  const { name, version } = JSON.parse(readFileSync(join(root, 'openapi/client/package.json'), 'utf8'))
  expect(clientPackages.npm).toBe(`${name}-${version}.tgz`)
  const [, python] = /^version = "([^"]+)"$/m.exec(readFileSync(join(root, 'openapi/python/pyproject.toml'), 'utf8'))!
  expect(clientPackages.python).toBe(`waypost_client-${python}-py3-none-any.whl`)
})

it('both packages are served with their bytes and types, and no other file of the folder is served', async () => {
  writeFileSync(join(folder, 'packages', 'other.txt'), 'x')
  for (const [file, type] of [
    [clientPackages.npm, 'application/gzip'],
    [clientPackages.python, 'application/zip'],
  ]) {
    const response = await served.request(`${packagesPath}${file}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.equals(readFileSync(join(folder, 'packages', file!)))).toBe(true)
  }
  for (const file of ['other.txt', 'constructor', '..%2fother.txt'])
    expect((await served.request(`${packagesPath}${file}`)).status, file).toBe(404)
})

it('a visitor gets 404 from a server without a build, and the guide names both packages', async () => {
  expect((await app.visitor().visit(`${packagesPath}none.tgz`)).status).toBe(404)
  const { text } = await app.visitor().visit('/developers/guide/first-call')
  for (const file of Object.values(clientPackages)) expect(text).toContain(`${packagesPath}${file}`)
})

it.skipIf(!hasPython())('the wheel is read by Python, with a true record of its files', async () => {
  const file = join(folder, clientPackages.python)
  writeFileSync(file, pythonWheel())
  const program = `
import base64, hashlib, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
about = "waypost_client-1.0.0.dist-info/"
names = []
for line in archive.read(about + "RECORD").decode().splitlines():
    name, digest, size = line.split(",")
    names.append(name)
    if name != about + "RECORD":
        content = archive.read(name)
        assert len(content) == int(size), name
        assert digest == "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("="), name
assert sorted(names) == sorted(archive.namelist())
sys.path.insert(0, sys.argv[1])
from waypost import Waypost
from importlib.metadata import distribution
print(Waypost.__name__, distribution("waypost-client").version)`
  const { stdout } = await run('python3', ['-c', program, file])
  expect(stdout.trim()).toBe('Waypost 1.0.0')
})
