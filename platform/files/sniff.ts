import { open, readFile, stat } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { FileTypeRefused } from './file-errors.ts'

const MAX_CAPTIONS_BYTES = 5 * 1024 * 1024
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Content type -> its allowed extensions. SVG and HTML can run scripts and are never listed. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'video/mp4': ['mp4'],
  'audio/mpeg': ['mp3'],
  'application/pdf': ['pdf'],
  'text/vtt': ['vtt'],
  [DOCX]: ['docx'],
  [XLSX]: ['xlsx'],
}

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
/** Programs rename pictures, so the extension of any picture type is accepted for every other one. */
const PICTURE_EXTENSIONS = new Set(IMAGES.flatMap((type) => EXTENSIONS[type]!))

/** The types that each kind of upload accepts. */
const ALLOWED = {
  chat_image: ['image/png', 'image/jpeg'],
  image: IMAGES,
  document: [...IMAGES, 'video/mp4', 'application/pdf', DOCX],
  media: [...IMAGES, 'video/mp4', 'audio/mpeg', 'application/pdf', DOCX, XLSX],
  captions: ['text/vtt'],
  datasheet: [XLSX],
} as const

export type FileUse = keyof typeof ALLOWED

/** The extensions that a file field should offer, each with its dot. */
export const extensionsFor = (use: FileUse): string[] =>
  ALLOWED[use].flatMap((type) => EXTENSIONS[type]!.map((extension) => `.${extension}`))

/**
 * Detects the content type of the file at `path` from its content alone. Throws FileTypeRefused (415) if this kind of
 * upload does not accept it, or if the extension of `name` contradicts it.
 */
export async function sniffFile(path: string, { name, use }: { name: string; use: FileUse }): Promise<string> {
  const content_type = await contentType(path)
  const allowed: readonly string[] = ALLOWED[use]
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!content_type || !allowed.includes(content_type)) throw new FileTypeRefused()
  const isFitting = IMAGES.includes(content_type)
    ? PICTURE_EXTENSIONS.has(extension)
    : EXTENSIONS[content_type]!.includes(extension)
  if (!isFitting) throw new FileTypeRefused()
  return content_type
}

async function contentType(path: string): Promise<string | undefined> {
  if (await isCaptions(path)) return 'text/vtt'
  const mime = (await fileTypeFromFile(path))?.mime
  if (mime === 'image/apng') return 'image/png'
  // The library trusts the first six characters; captions were checked more closely above.
  return mime === 'text/vtt' ? undefined : mime
}

async function isCaptions(path: string): Promise<boolean> {
  if (!/^(\uFEFF)?WEBVTT(?:[ \t\r\n]|$)/.test(await firstCharacters(path))) return false
  if ((await stat(path)).size > MAX_CAPTIONS_BYTES) return false
  return isText(await readFile(path))
}

async function firstCharacters(path: string): Promise<string> {
  const handle = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(16), 0, 16, 0)
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(buffer.subarray(0, bytesRead))
  } finally {
    await handle.close()
  }
}

function isText(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0')
  } catch {
    return false
  }
}
