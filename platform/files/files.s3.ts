import { openAsBlob } from 'node:fs'
import { AwsClient } from 'aws4fetch'
import { outboundHold } from '#platform/outbound.ts'
import { listBucket } from './bucket-list.ts'
import { fileErrors } from './file-errors.ts'
import { checkedKey, isFileKey } from './file-key.ts'
import { type SpooledFile, spool } from './spool.ts'
import type { ByteRange, Files, OpenFile } from './stored-file.ts'
import { openSweep, ownTemporaryFolder } from './temporary.ts'

/** `endpoint` is the address before the bucket, for example `https://s3.us-east-1.amazonaws.com`. */
export type S3Settings = {
  endpoint: string
  bucket: string
  region: string
  access_key_id: string
  secret_access_key: string
}

const maxRetries = 3
const responseTimeoutMs = 30_000
const uploadTimeoutMs = 10 * 60_000

type Call = (method: string, key: string, init?: Init) => Promise<Response>
type Init = { headers?: Record<string, string>; body?: Blob; patience_ms?: number }

/**
 * Files in an S3-compatible bucket, addressed by path (`endpoint/bucket/key`). Single-part uploads: up to about 100 MB.
 */
export function openS3Files(settings: S3Settings): Files {
  const client = signingClient(settings)
  const incoming = ownTemporaryFolder('incoming')
  const sweep = openSweep(incoming)
  const bucket = `${settings.endpoint.replace(/\/+$/, '')}/${settings.bucket}`
  const address = (key: string) => `${bucket}/${checkedKey(key)}`
  const call: Call = (method, key, init = {}) => send(client, method, address(key), init)
  return {
    // The key is the hash, so the whole content must be on the local disk before the upload starts.
    async put(file) {
      await sweep()
      return spool(incoming, file, (spooled) => upload(call, spooled))
    },
    open: (key, range) => download(call, key, range),
    async remove(key) {
      if (outboundHold()) return
      const response = await call('DELETE', key)
      if (!response.ok && response.status !== 404) throw await failure(response)
      await response.body?.cancel()
    },
    list: () => listKeys((query) => send(client, 'GET', `${bucket}?${query}`, {})),
    sweep,
    async url(key, { seconds }) {
      const signed = await client.sign(`${address(key)}?X-Amz-Expires=${Math.ceil(seconds)}`, {
        aws: { signQuery: true },
      })
      return signed.url
    },
  }
}

function signingClient({ access_key_id, secret_access_key, region }: S3Settings) {
  return new AwsClient({
    accessKeyId: access_key_id,
    secretAccessKey: secret_access_key,
    service: 's3',
    region,
    retries: maxRetries,
  })
}

async function upload(call: Call, { key, path, sha256, content_type }: SpooledFile) {
  const headers = { 'content-type': content_type, 'x-amz-content-sha256': sha256 }
  const body = await openAsBlob(path)
  const response = await call('PUT', key, { headers, body, patience_ms: uploadTimeoutMs })
  if (!response.ok) throw await failure(response)
  await response.body?.cancel()
}

async function download(call: Call, key: string, range?: ByteRange): Promise<OpenFile> {
  const headers = range && { range: `bytes=${range.start}-${range.end ?? ''}` }
  const response = await call('GET', key, { headers })
  if (response.status === 416 && range) throw await outside(response, range)
  if (!response.ok) throw await failure(response)
  const size = Number(response.headers.get('content-range')?.split('/')[1] ?? response.headers.get('content-length'))
  const content_type = response.headers.get('content-type') ?? 'application/octet-stream'
  return { stream: response.body ?? new Blob([]).stream(), size, content_type }
}

async function* listKeys(get: (query: URLSearchParams) => Promise<Response>): AsyncGenerator<string> {
  for await (const key of listBucket(get, '')) if (isFileKey(key)) yield key
}

/** Waits only for the start of the response: a long download may take its time. */
async function send(client: AwsClient, method: string, url: string, init: Init) {
  const { patience_ms = responseTimeoutMs, ...request } = init
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), patience_ms)
  try {
    return await client.fetch(url, { ...request, method, signal: patience.signal })
  } catch (error) {
    throw Object.assign(fileErrors.storeBusy(), { cause: unreachable(url, error) })
  } finally {
    clearTimeout(timer)
  }
}

/** Node reports every network error as 'fetch failed'; the system's own error is its cause. */
function unreachable(url: string, error: unknown): Error {
  const { message, cause } = error as Error
  const reason = cause instanceof Error && cause.message ? cause.message : message
  return new Error(`${new URL(url).host} is not reached: ${reason}`, { cause: error })
}

async function outside(response: Response, range: ByteRange) {
  await response.body?.cancel()
  const size = Number(response.headers.get('content-range')?.split('/')[1] ?? 0)
  return new RangeError(`No bytes ${range.start}-${range.end ?? ''} in a file of ${size}`)
}

/** The store's own code (for example SlowDown) is the logged cause; the person reads our own text. */
async function failure(response: Response) {
  const code = /<Code>([^<]{1,100})<\/Code>/.exec(await response.text())?.[1]
  const cause = new Error(`The file store answered ${response.status} ${code ?? ''}`.trim())
  if (response.status === 404 && code !== 'NoSuchBucket') return fileErrors.missing()
  return response.status === 429 || response.status >= 500 ? Object.assign(fileErrors.storeBusy(), { cause }) : cause
}
