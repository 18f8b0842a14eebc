import type { ByteRange, Files, OpenFile, StoredFile } from './stored-file.ts'

/** A file that `fileResponse` can send: a stored file, or bytes that the product made and hashed itself. */
export type ServableFile = {
  sha256: string
  size: number
  content_type: string
  open(range?: ByteRange): Promise<Pick<OpenFile, 'stream'>>
}

export type ServeOptions = { name: string; disposition: 'inline' | 'attachment' }

/** A stored file for `fileResponse`; size and type come from the caller's row, not from the store. */
export const servable = (files: Files, file: StoredFile): ServableFile => ({
  ...file,
  open: (range) => files.open(file.key, range),
})

const mediaPolicy = "sandbox; default-src 'none'; media-src 'self'; frame-ancestors 'self'"
// A sandboxed document can't load plug-ins, and Chrome's PDF viewer counts as one.
const pdfPolicy = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"
const strictPolicy = "sandbox; default-src 'none'; frame-ancestors 'self'"

/** Types that a browser may display. Everything else is a download, even if the caller asks for display. */
const inlineTypes: Readonly<Record<string, string>> = {
  'image/png': strictPolicy,
  'image/jpeg': strictPolicy,
  'image/gif': strictPolicy,
  'image/webp': strictPolicy,
  'text/vtt': strictPolicy,
  'video/mp4': mediaPolicy,
  'audio/mpeg': mediaPolicy,
  'application/pdf': pdfPolicy,
}

/**
 * The response to a GET or HEAD: 200, 206 (one range), 304 or 416. The ETag is the sha256, so the response may be
 * cached forever, but only by the browser of the authorized person.
 */
export async function fileResponse(file: ServableFile, request: Request, options: ServeOptions): Promise<Response> {
  const headers = headersOf(file, options)
  const etag = headers.get('etag')!
  if (matches(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  const range = requestedRange(request, file.size, etag)
  if (range === 'outside') {
    headers.set('content-range', `bytes */${file.size}`)
    return new Response(null, { status: 416, headers })
  }
  if (range) headers.set('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  headers.set('content-type', responseType(file.content_type))
  headers.set('content-length', String(range ? range.end - range.start + 1 : file.size))
  const body = request.method === 'HEAD' ? null : (await file.open(range)).stream
  return new Response(body, { status: range ? 206 : 200, headers })
}

function headersOf({ sha256, content_type }: ServableFile, { name, disposition }: ServeOptions): Headers {
  return new Headers({
    ...outsideTrust(content_type, { name, disposition }),
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=31536000, immutable',
    etag: `"${sha256}"`,
  })
}

/** Headers that isolate any file from the app's origin, including files that the product made. */
export function outsideTrust(content_type: string, { name, disposition }: ServeOptions): Record<string, string> {
  const safeDisposition = disposition === 'inline' && Object.hasOwn(inlineTypes, content_type) ? 'inline' : 'attachment'
  return {
    'content-disposition': `${safeDisposition}; ${fileNameParts(name)}`,
    'content-security-policy': policyOf(content_type),
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }
}

const policyOf = (content_type: string) =>
  Object.hasOwn(inlineTypes, content_type) ? inlineTypes[content_type]! : strictPolicy

/** Types that browsers execute must not be served under their own name. */
function responseType(content_type: string): string {
  if (content_type === 'text/vtt') return 'text/vtt; charset=utf-8'
  const harmless =
    Object.hasOwn(inlineTypes, content_type) || /^application\/(?:vnd\.[\w.+-]+|zip|json)$/.test(content_type)
  return harmless || content_type.startsWith('text/csv') ? content_type : 'application/octet-stream'
}

/** RFC 6266: an ASCII name for old clients and the real one in UTF-8. Neither can end the header or name a folder. */
function fileNameParts(name: string): string {
  const plain =
    name
      .toWellFormed()
      .replace(/[\p{Cc}\p{Cf}/\\]/gu, '_')
      .slice(0, 200)
      .toWellFormed() || 'file'
  const ascii = plain.replace(/[^\x20-\x7e]|["%]/g, '_')
  const encoded = encodeURIComponent(plain).replace(/['()*!]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `filename="${ascii}"; filename*=UTF-8''${encoded}`
}

function matches(header: string | null, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags?.some((tag) => tag === etag || tag === '*') ?? false
}

/** Several ranges, other units and malformed headers return the whole file, as RFC 9110 allows. */
function requestedRange(
  request: Request,
  size: number,
  etag: string,
): { start: number; end: number } | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('range')?.trim() ?? '') ?? []
  const only_if = request.headers.get('if-range')
  if (request.method !== 'GET' || (first === '' && last === '') || (only_if !== null && only_if !== etag))
    return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return undefined
  return start > end ? 'outside' : { start, end }
}
