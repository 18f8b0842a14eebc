/** lk_file_type_id by what a document is. */
const types: Readonly<Record<string, number>> = { image: 1, video: 2, audio: 3, 'application/pdf': 4 }
const document = 5

/** The lk_file_type_id of a content type that a document may have. */
export const fileTypeOf = (content_type: string): number =>
  types[content_type] ?? types[content_type.split('/')[0]!] ?? document

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'application/pdf': 'pdf',
}

/** The name that a file came with; where there is none, one that fits what its sender says it is. */
export const nameFor = (name: string, type: string): string =>
  name || `document.${extensions[type.split(';')[0]!.trim().toLowerCase()] ?? 'docx'}`
