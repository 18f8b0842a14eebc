import { Buffer } from 'node:buffer'
import type { Context } from 'hono'
import { errors } from '#platform/errors.ts'

/** Names and values of a form, in its order. */
export type FormEntries = [string, string | File][]

/** Our largest form, the permissions of a role, has fewer than 200. */
const maxFields = 1_000

/**
 * Reads the fields of a posted form (urlencoded or multipart) in time proportional to its size: fields are counted
 * first, because libraries take more time per field the more there are. The route limits the bytes.
 */
export async function readForm({ req }: Context): Promise<FormEntries> {
  const type = req.header('content-type') ?? ''
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return readUrlencoded(await req.text())
  const boundary = /^multipart\/form-data\b.*?;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type)
  if (!boundary) throw errors.mediaType()
  return readMultipart(new Uint8Array(await req.arrayBuffer()), type, boundary[1] ?? boundary[2]!)
}

function readUrlencoded(text: string): FormEntries {
  requireFields(countOf(text, '&'))
  return [...new URLSearchParams(text)]
}

async function readMultipart(bytes: Uint8Array<ArrayBuffer>, type: string, boundary: string): Promise<FormEntries> {
  requireFields(countOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), `--${boundary}`))
  const form = new Response(bytes, { headers: { 'content-type': type } }).formData()
  return [...(await form.catch(() => Promise.reject(errors.mediaType())))]
}

function requireFields(count: number): void {
  if (count > maxFields) throw errors.tooLarge()
}

/** Occurrences of `part`, counted no further than the limit. */
function countOf(content: string | Buffer, part: string): number {
  let count = 0
  for (
    let index = content.indexOf(part);
    index >= 0 && count <= maxFields;
    index = content.indexOf(part, index + part.length)
  )
    count++
  return count
}
