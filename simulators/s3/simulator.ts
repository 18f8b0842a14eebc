import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Settings } from '#platform/files/files.s3.ts'
import { signatureFault } from './signature.ts'

type StoredObject = { body: Buffer; content_type: string }
type ScriptedFault = { status: number; code: string }

export type S3Simulator = {
  settings: S3Settings
  objects: Map<string, StoredObject>
  /** The response to the next call of any kind. */
  failNext(scripted: ScriptedFault): void
  /** Called when the first bytes of the next upload arrive. */
  onNextBody(hook: () => void): void
  close(): Promise<void>
}

/** A simulated bucket on a free local port that speaks the S3 wire format and checks every signature. */
export async function startS3Simulator(): Promise<S3Simulator> {
  const objects = new Map<string, StoredObject>()
  const script: ScriptedFault[] = []
  const hooks: (() => void)[] = []
  const credentials = { access_key_id: 'AKIDEXAMPLE', secret_access_key: 'wJalrXUtnFEMI', region: 'eu-west-1' }
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request, hooks).catch(() => null)
    // As in a real bucket, an upload whose sender was lost creates no object.
    if (!body) return
    const scripted = script.shift()
    const fault = signatureFault(request, body, credentials)
    if (scripted) return fail(response, scripted.status, scripted.code)
    if (fault) return fail(response, 403, fault)
    return answer(objects, request, body, response)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    settings: { ...credentials, endpoint: `http://127.0.0.1:${port}`, bucket: 'waypost-test' },
    objects,
    failNext: (scripted) => void script.push(scripted),
    onNextBody: (hook) => void hooks.push(hook),
    close: () => stop(server),
  }
}

async function bodyOf(request: IncomingMessage, hooks: (() => void)[]): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) {
    chunks.push(chunk as Buffer)
    hooks.shift()?.()
  }
  return Buffer.concat(chunks)
}

function stop(server: Server): Promise<void> {
  const close = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  return close
}

function answer(objects: Map<string, StoredObject>, request: IncomingMessage, body: Buffer, response: ServerResponse) {
  const { pathname, searchParams } = new URL(request.url!, 'http://simulator')
  const [, bucket, ...rest] = pathname.split('/')
  const key = rest.join('/')
  if (bucket !== 'waypost-test') return fail(response, 404, 'NoSuchBucket')
  if (key === '' && searchParams.get('list-type') === '2') return listObjects(objects, searchParams, response)
  if (request.method === 'PUT') return putObject(objects, key, request, body, response)
  if (request.method === 'DELETE') {
    objects.delete(key)
    return response.writeHead(204).end()
  }
  if (key === '') return response.writeHead(200, { 'content-type': 'application/xml' }).end('<ListBucketResult/>')
  const object = objects.get(key)
  if (!object) return fail(response, 404, 'NoSuchKey')
  return sendObject(object, request, response)
}

/** Pages are so short that every list of a test has several. */
const pageSize = 3

function listObjects(objects: Map<string, StoredObject>, query: URLSearchParams, response: ServerResponse) {
  const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? '']
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort()
  const page = names.slice(0, pageSize)
  const next = names.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  const contents = page.map((name) => `<Contents><Key>${name}</Key></Contents>`).join('')
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult>${next}${contents}</ListBucketResult>`
  return response.writeHead(200, { 'content-type': 'application/xml' }).end(xml)
}

function putObject(
  objects: Map<string, StoredObject>,
  key: string,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
) {
  if (request.headers['content-length'] === undefined) return fail(response, 411, 'MissingContentLength')
  if (request.headers['if-none-match'] === '*' && objects.has(key)) return fail(response, 412, 'PreconditionFailed')
  objects.set(key, { body, content_type: request.headers['content-type'] ?? 'binary/octet-stream' })
  const etag = `"${createHash('md5').update(body).digest('hex')}"`
  return response.writeHead(200, { etag }).end()
}

function sendObject({ body, content_type }: StoredObject, request: IncomingMessage, response: ServerResponse) {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  const start = Number(first ?? 0)
  const end = Math.min(last ? Number(last) : body.length - 1, body.length - 1)
  const headers: Record<string, string | number> = { 'content-type': content_type, 'content-length': end - start + 1 }
  if (first === undefined) return response.writeHead(200, headers).end(request.method === 'HEAD' ? '' : body)
  if (start > end) return fail(response, 416, 'InvalidRange', { 'content-range': `bytes */${body.length}` })
  headers['content-range'] = `bytes ${start}-${end}/${body.length}`
  return response.writeHead(206, headers).end(request.method === 'HEAD' ? '' : body.subarray(start, end + 1))
}

function fail(response: ServerResponse, status: number, code: string, headers: Record<string, string> = {}) {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`
  response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(xml)
}
