import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { listBucket } from '#platform/files/bucket-list.ts'
import type { S3Settings } from '#platform/files/files.s3.ts'
import type { BackupStore } from './backup-store.ts'
import { BackupRefused } from './refused.ts'

const retries = 5
const patienceMs = 5 * 60_000

/** Backups below a prefix of a bucket. The bucket's owner should not let this key delete recent objects. */
export function openS3Store(settings: S3Settings, prefix: string): BackupStore {
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey, region } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries })
  const bucket = `${settings.endpoint.replace(/\/+$/, '')}/${settings.bucket}`
  const before = prefix === '' ? '' : `${prefix}/`
  const place = `s3://${settings.bucket}/${prefix}`
  const call = async (method: string, url: string, init: RequestInit = {}) => {
    const response = await client
      .fetch(url, { ...init, method, signal: AbortSignal.timeout(patienceMs) })
      .catch((error: Error) => {
        throw new BackupRefused(`${place} does not answer: ${error.message}`)
      })
    if (response.ok || response.status === 404) return response
    const code = /<Code>([^<]{1,100})<\/Code>/.exec(await response.text())?.[1] ?? ''
    throw new BackupRefused(`${place} answers ${response.status} ${code}`.trim())
  }
  const drop = async (response: Response) => void (await response.body?.cancel())
  return {
    place,
    async put(name, bytes) {
      const headers = { 'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex') }
      const response = await call('PUT', `${bucket}/${before}${name}`, { headers, body: new Uint8Array(bytes) })
      if (!response.ok) throw new BackupRefused(`${place} has no such bucket`)
      await drop(response)
    },
    async get(name) {
      const response = await call('GET', `${bucket}/${before}${name}`)
      if (response.ok) return Buffer.from(await response.arrayBuffer())
      await drop(response)
      return null
    },
    async list(start) {
      const names: string[] = []
      for await (const name of listBucket((query) => call('GET', `${bucket}?${query}`), `${before}${start}`))
        names.push(name.slice(before.length))
      return names.sort()
    },
    remove: async (name) => drop(await call('DELETE', `${bucket}/${before}${name}`)),
  }
}
