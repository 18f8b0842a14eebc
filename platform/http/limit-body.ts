import type { MiddlewareHandler } from 'hono'
import { errors } from '#platform/errors.ts'

const kilobyte = 1_024
export const megabyte = 1_024 * kilobyte

/** The default body limit in bytes, for forms and calls open to visitors. */
export const defaultBodyLimit = 64 * kilobyte

/**
 * Refuses a body over `bytes` (413). A declared length is trusted, because the server reads no more than that; only a
 * body without one is counted as it arrives, which costs an extra stream.
 */
export function limitBody(bytes: number): MiddlewareHandler {
  return (c, next) => {
    const length = c.req.header('content-length')
    if (length !== undefined && !c.req.header('transfer-encoding'))
      return Number(length) > bytes ? Promise.reject(errors.tooLarge()) : next()
    const { body } = c.req.method === 'GET' ? { body: null } : c.req.raw
    if (body) c.req.raw = new Request(c.req.raw, { body: limitStream(body, bytes), duplex: 'half' } as RequestInit)
    return next()
  }
}

/** Reads lazily; its reader gets the refusal as an error. */
function limitStream(body: ReadableStream<Uint8Array>, bytes: number): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let bytesLeft = bytes
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        bytesLeft -= value.byteLength
        if (bytesLeft >= 0) return controller.enqueue(value)
        void reader.cancel().catch(() => {})
        controller.error(errors.tooLarge())
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
