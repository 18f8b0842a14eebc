/** A refusal of a download, in the words of its answer and with its code. */
export class DownloadRefused extends Error {
  readonly code: string
  constructor(message: string, code = '') {
    super(message)
    this.code = code
  }
}

/** Reads a file that the server makes, telling how many bytes have come. Throws DownloadRefused with what it answered. */
export async function readFile(href: string, onBytes: (sum: number) => void = () => {}): Promise<Blob> {
  const answer = await fetch(href, { headers: { locale: document.documentElement.lang } })
  if (!answer.ok || !answer.body) {
    const refusal = (await answer.json().catch(() => ({}))) as { message?: unknown; code?: unknown }
    throw new DownloadRefused(typeof refusal.message === 'string' ? refusal.message : '', String(refusal.code ?? ''))
  }
  const parts: BlobPart[] = []
  let sum = 0
  for (const reader = answer.body.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) return new Blob(parts, { type: answer.headers.get('content-type') ?? '' })
    parts.push(value)
    sum += value.length
    onBytes(sum)
  }
}

/** Gives a file to the person as a download. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
