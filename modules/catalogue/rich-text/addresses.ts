const blankOrControl = /[\s\p{Cc}\p{Cf}]/u
const segmentPattern = /^[A-Za-z0-9][A-Za-z0-9._~-]*$/
const allowedRoots = [['media'], ['files'], ['attachment'], ['api', 'files'], ['api', 'attachment']]

/**
 * The normalized address of a link, or null: absolute http, https or mailto only. Spaces and control characters are
 * refused because the URL parser drops them silently; so are user names, which make `https://bank.example@evil.example`
 * look like the bank.
 */
export function parseHref(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2000 || blankOrControl.test(value)) return null
  const url = URL.parse(value)
  if (!url || url.username || url.password) return null
  if (url.protocol === 'mailto:') return url.pathname.includes('@') ? url.href : null
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname ? url.href : null
}

const isPlainSegment = (segment: string) => segmentPattern.test(segment) && !segment.includes('..')

function isOwnPath(path: string): boolean {
  const segments = path.slice(1).split('/')
  const root = allowedRoots.find((words) => words.every((word, index) => segments[index] === word))
  return root !== undefined && segments.length > root.length && segments.every(isPlainSegment)
}

/**
 * The source of a media card, or null: `media/NAME` (course files before import), a path under `/media`, `/files`,
 * `/attachment` or `/api`, or an https address whose origin is one of `origins`.
 */
export function parseSource(value: unknown, origins: readonly string[] = []): string | null {
  if (typeof value !== 'string' || value.length > 500 || blankOrControl.test(value)) return null
  if (value.startsWith('media/')) return isPlainSegment(value.slice(6)) ? value : null
  if (value.startsWith('/')) return isOwnPath(value) ? value : null
  const url = URL.parse(value)
  if (url?.protocol !== 'https:' || url.username || url.password) return null
  return origins.includes(url.origin) ? url.href : null
}

/** The id of a library file, from its own address (`/media/7/sign.png`); null for every other address. */
export const attachmentIdIn = (address: unknown): string | null =>
  /^\/media\/(\d{1,9})\//.exec(String(address ?? ''))?.[1] ?? null
