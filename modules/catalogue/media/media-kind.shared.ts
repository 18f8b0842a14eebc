const megabyte = 1024 * 1024

/** The largest file of each kind, in bytes. */
export const maxBytes = { video: 2 * 1024 * megabyte, audio: 200 * megabyte, other: 25 * megabyte } as const

/** The daily upload limit of one person. */
export const maxPerDay = { files: 500, bytes: 1024 * megabyte } as const

/** The file type of pictures. */
export const imageFileType = 1

/** The accepted extensions, with the file type in the contract's lookup. */
export const mediaExtensions = {
  jpeg: imageFileType,
  jpg: imageFileType,
  jpe: imageFileType,
  jfif: imageFileType,
  webp: imageFileType,
  png: imageFileType,
  gif: imageFileType,
  mp4: 2,
  mp3: 3,
  pdf: 4,
  docx: 5,
  xlsx: 6,
} as const

/** Extensions of captions; they are stored as WebVTT. */
export const captionsExtensions: readonly string[] = ['vtt', 'srt']

/** The name under which a file is stored. */
export const storedName = (name: string): string => name.replace(/\.srt$/i, '.vtt')

/** A name's extension in lower case, without its dot. */
export const extensionOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** The largest file that may have this name. */
export function maxBytesOf(name: string): number {
  const extension = extensionOf(name)
  if (extension === 'mp4') return maxBytes.video
  return extension === 'mp3' ? maxBytes.audio : maxBytes.other
}

const fileTypes: Readonly<Record<string, number>> = {
  'image/png': 1,
  'image/jpeg': 1,
  'image/gif': 1,
  'image/webp': 1,
  'video/mp4': 2,
  'audio/mpeg': 3,
  'application/pdf': 4,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 5,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 6,
  'text/vtt': 11,
}

/** The lk_file_type_id of a content type; 8 is 'other'. */
export const fileTypeOf = (content_type: string): number => fileTypes[content_type] ?? 8

const components: Readonly<Record<number, string>> = {
  1: 'image',
  2: 'video',
  3: 'audio',
  4: 'pdf',
  5: 'docx',
  6: 'xlsx',
}

/** The card type of this file type, or null if it has none (captions). */
export const componentOf = (lk_file_type_id: number): string | null => components[lk_file_type_id] ?? null
