import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { S3Settings } from '#platform/files/files.s3.ts'
import { freePort } from './free-port.ts'

const run = promisify(execFile)

export type VersityGateway = {
  readonly settings: S3Settings
  /** The number of stored objects. */
  count(): Promise<number>
  close(): Promise<void>
}

/** The binary of the S3 server versitygw: in VERSITYGW_BIN, or as `.ci/run` installs it. Null if the machine has none. */
export async function findVersityGateway(): Promise<string | null> {
  const binary = process.env.VERSITYGW_BIN ?? join(tmpdir(), 'waypost-programs/versitygw')
  const version = await run(binary, ['--version']).catch(() => null)
  return version && binary
}

/** Starts the binary on a free port of 127.0.0.1, with an empty bucket in a folder of its own. */
export async function startVersityGateway(binary: string): Promise<VersityGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-versitygw-'))
  const bucket = 'waypost-test'
  const [objects, metadata] = [join(folder, 'objects'), join(folder, 'metadata')]
  for (const path of [join(objects, bucket), metadata]) await mkdir(path, { recursive: true })
  const port = await freePort()
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    region: 'us-east-1',
    access_key_id: 'waypost-tests',
    secret_access_key: 'guards-nothing-at-all',
  }
  const child = spawn(
    binary,
    // A folder for the metadata, because not every file system has extended attributes.
    ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', '--sidecar', metadata, objects],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ROOT_ACCESS_KEY: settings.access_key_id, ROOT_SECRET_KEY: settings.secret_access_key },
    },
  )
  const exit = once(child, 'exit')
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`versitygw ended with ${child.exitCode}`)
    const response = await fetch(settings.endpoint).catch(() => null)
    await response?.body?.cancel()
    if (response) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    settings,
    async count() {
      const entries = await readdir(join(objects, bucket), { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('.sgwtmp')).length
    },
    async close() {
      child.kill('SIGTERM')
      await exit
      await rm(folder, { recursive: true, force: true })
    },
  }
}
