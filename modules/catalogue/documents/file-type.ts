/** The lk_file_type_id by content type. */
const types: Readonly<Record<string, number>> = { image: 1, video: 2, audio: 3, 'application/pdf': 4 }
const otherDocument = 5

/** The lk_file_type_id of a content type that a document may have. */
export const fileTypeOf = (content_type: string): number =>
  types[content_type] ?? types[content_type.split('/')[0]!] ?? otherDocument

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'application/pdf': 'pdf',
}

/** The original name of a file; otherwise a name that fits its claimed type. */
export const nameFor = (name: string, type: string): string =>
  name || `document.${extensions[type.split(';')[0]!.trim().toLowerCase()] ?? 'docx'}`
