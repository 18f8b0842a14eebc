import type { z } from 'zod'
import { findCookie, hostBound } from './cookies.ts'

const seconds = 600

/** The input of the first of two steps, kept by the browser for ten minutes. It proves nothing, and is never in an address. */
export function formCookie<T>(cookie: string, schema: z.ZodType<T>) {
  const nameOf = (origin: string) => hostBound(origin, cookie)
  const setCookieLine = (origin: string, value: string, maxAge: number) =>
    `${nameOf(origin)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${
      origin.startsWith('https:') ? '; Secure' : ''
    }`
  return {
    /** The Set-Cookie line that stores it. */
    keep: (origin: string, input: T): string =>
      setCookieLine(origin, Buffer.from(JSON.stringify(input)).toString('base64url'), seconds),
    forget: (origin: string): string => setCookieLine(origin, '', 0),
    read(origin: string, header: string | null): T | null {
      try {
        const value = Buffer.from(findCookie(header, nameOf(origin)) ?? '', 'base64url').toString('utf8')
        return schema.parse(JSON.parse(value))
      } catch {
        return null
      }
    },
  }
}
