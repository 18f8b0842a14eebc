import { refusedDownload } from '#platform/download-words.ts'
import { documentLocale } from '#platform/texts.ts'

type RefusedBody = { code?: unknown; message?: unknown }

/** A refused download: `message` is shown to the reader. Status 0: the server was not reached. */
export class DownloadRefused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, { code, message }: RefusedBody, retryAfter: string | null = null) {
    super(refusedDownload(documentLocale(), { status, retryAfter, code, message }))
    this.status = status
    this.code = typeof code === 'string' ? code : ''
  }
}

/** A file that the server made; `inline` if it is to be displayed and not saved. */
export type Download = { file: Blob; name: string; inline: boolean }

/**
 * Reads a file from the server and reports the bytes received so far. Throws DownloadRefused with the server's message.
 */
export async function readDownload(
  href: string,
  init: RequestInit = {},
  onBytes: (sum: number) => void = () => {},
): Promise<Download> {
  const response = await fetch(href, { ...init, headers: { locale: document.documentElement.lang } })
  if (!response.ok || !response.body) {
    const refusal = (await response.json().catch(() => ({}))) as RefusedBody
    throw new DownloadRefused(response.status, refusal, response.headers.get('retry-after'))
  }
  const disposition = response.headers.get('content-disposition') ?? ''
  const download = { name: nameIn(disposition), inline: !disposition.startsWith('attachment') }
  const parts: BlobPart[] = []
  let sum = 0
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) return { file: new Blob(parts, { type: response.headers.get('content-type') ?? '' }), ...download }
    parts.push(value)
    sum += value.length
    onBytes(sum)
  }
}

/** The name in a header like `attachment; filename="a.csv"; filename*=UTF-8''a.csv`. */
function nameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]*)"/i.exec(disposition)?.[1] ?? 'file')
}

/** Saves a file as a download. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
