import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { errors } from '../errors.ts'

export const megabyte = 1_048_576

/**
 * Refuses a body over `bytes` (413). A body that declares its length is judged by that (the server reads no more of
 * it); only one that does not is counted while it arrives, which costs a stream of its own.
 */
export function limitBody(bytes: number): MiddlewareHandler {
  const refuse = () => {
    throw errors.tooLarge()
  }
  const counting = bodyLimit({ maxSize: bytes, onError: refuse })
  return (c, next) => {
    const length = c.req.header('content-length')
    if (length === undefined || c.req.header('transfer-encoding'))
      return c.req.method === 'GET' ? next() : counting(c, next)
    return Number(length) > bytes ? Promise.reject(errors.tooLarge()) : next()
  }
}
