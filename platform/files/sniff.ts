import { open, readFile, stat } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { FileTypeRefused } from './file-errors.ts'

const maxCaptionsBytes = 5 * 1024 * 1024
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Content type -> its allowed extensions. SVG and HTML can run scripts and are never listed. */
const extensionsByType: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'video/mp4': ['mp4'],
  'audio/mpeg': ['mp3'],
  'application/pdf': ['pdf'],
  'text/vtt': ['vtt'],
  [docxType]: ['docx'],
  [xlsxType]: ['xlsx'],
}

const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
/** Programs rename pictures, so the extension of any picture type is accepted for every other one. */
const pictureExtensions = new Set(imageTypes.flatMap((type) => extensionsByType[type]!))

/** The types that each kind of upload accepts. */
const allowedTypes = {
  chat_image: ['image/png', 'image/jpeg'],
  image: imageTypes,
  document: [...imageTypes, 'video/mp4', 'application/pdf', docxType],
  media: [...imageTypes, 'video/mp4', 'audio/mpeg', 'application/pdf', docxType, xlsxType],
  captions: ['text/vtt'],
  datasheet: [xlsxType],
} as const

export type FileUse = keyof typeof allowedTypes

/** The extensions that a file field should offer, each with its dot. */
export const extensionsFor = (use: FileUse): string[] =>
  allowedTypes[use].flatMap((type) => extensionsByType[type]!.map((extension) => `.${extension}`))

/**
 * Detects the content type of the file at `path` from its content alone. Throws FileTypeRefused (415) if this kind of
 * upload does not accept it, or if the extension of `name` contradicts it.
 */
export async function sniffFile(path: string, { name, use }: { name: string; use: FileUse }): Promise<string> {
  const content_type = await contentType(path)
  const allowed: readonly string[] = allowedTypes[use]
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!content_type || !allowed.includes(content_type)) throw new FileTypeRefused()
  const isFitting = imageTypes.includes(content_type)
    ? pictureExtensions.has(extension)
    : extensionsByType[content_type]!.includes(extension)
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
  if ((await stat(path)).size > maxCaptionsBytes) return false
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
