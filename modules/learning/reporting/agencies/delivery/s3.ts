import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { notSentCodes } from '#modules/learning/reporting/agency-adapter.ts'
import { requireOutbound } from '#platform/outbound.ts'
import { type DeliveryChannel, DeliveryFault, type OutgoingFile } from './delivery.ts'

export type BucketConfig = {
  /** The address before the bucket, for example https://s3.us-east-1.amazonaws.com. */
  endpoint: string
  bucket: string
  region: string
  access_key_id: string
  secret_access_key: string
  /** '' or a folder with a trailing slash. */
  prefix: string
}

/** A bucket with S3's interface. An existing key is never overwritten (If-None-Match). */
export function openBucket(config: BucketConfig): DeliveryChannel {
  const address = (name: string) => `${config.endpoint.replace(/\/+$/, '')}/${config.bucket}/${config.prefix}${name}`
  const call = (method: string, url: string, signal: AbortSignal, init: RequestInit = {}) =>
    send(config, method, url, { ...init, signal })
  const find = async (file: OutgoingFile, signal: AbortSignal): Promise<string | null> => {
    const response = await call('GET', address(file.name), signal)
    if (response.status === 404) return null
    if (!response.ok) throw await faultOf(response)
    const content = await readUpTo(response, file.bytes.length)
    return content?.equals(file.bytes) ? receiptOf(file, response) : null
  }
  const receiptOf = ({ name }: OutgoingFile, { headers }: Response) =>
    [`s3://${config.bucket}/${config.prefix}${name}`, headers.get('etag'), headers.get('x-amz-version-id')]
      .filter(Boolean)
      .join(' ')
  return {
    async deliver(file, signal) {
      const hash = createHash('sha256').update(file.bytes).digest('hex')
      const headers = {
        'if-none-match': '*',
        'content-type': 'application/octet-stream',
        'x-amz-content-sha256': hash,
      }
      const response = await call('PUT', address(file.name), signal, { headers, body: Buffer.from(file.bytes) })
      if (response.ok) {
        await response.body?.cancel()
        return receiptOf(file, response)
      }
      if (response.status !== 412) throw await faultOf(response)
      await response.body?.cancel()
      const receipt = await find(file, signal)
      if (receipt === null) throw new DeliveryFault('EXISTS', `${file.name} already exists`)
      return receipt
    },
    find,
    async test(signal) {
      const response = await call('GET', bucketAddress(config), signal)
      if (!response.ok) throw await faultOf(response)
      await response.body?.cancel()
      return config.bucket
    },
  }
}

const bucketAddress = ({ endpoint, bucket, prefix }: BucketConfig): string =>
  `${endpoint.replace(/\/+$/, '')}/${bucket}/?list-type=2&max-keys=1&prefix=${encodeURIComponent(prefix)}`

async function send(config: BucketConfig, method: string, url: string, init: RequestInit): Promise<Response> {
  requireOutbound('report')
  const { access_key_id, secret_access_key, region } = config
  const client = new AwsClient({
    accessKeyId: access_key_id,
    secretAccessKey: secret_access_key,
    service: 's3',
    region,
    retries: 0,
  })
  try {
    return await client.fetch(url, { ...init, method, redirect: 'error' })
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string } }
    const isUnclear = method === 'PUT' && !notSentCodes.has(cause?.code ?? '')
    throw new DeliveryFault(isUnclear ? 'UNCLEAR' : 'NO_CONNECTION', message, { cause: error })
  }
}

/** The content of a response; null if it is longer than `max` bytes. */
async function readUpTo(response: Response, max: number): Promise<Buffer | null> {
  const parts: Uint8Array[] = []
  let size = 0
  // Returning from the loop closes the connection.
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > max) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** A fault with the store's error code, which an administrator can look up. */
async function faultOf(response: Response): Promise<DeliveryFault> {
  const text = (await readUpTo(response, 10_000))?.toString() ?? ''
  const code = /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1] ?? ''
  const message = `${response.status} ${code}`.trim()
  if (response.status === 401 || response.status === 403) return new DeliveryFault('SIGN_IN', message)
  return new DeliveryFault(response.status === 429 || response.status >= 500 ? 'NO_CONNECTION' : 'REFUSED', message)
}
