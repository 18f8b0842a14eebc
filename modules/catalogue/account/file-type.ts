const typesByGroup: Readonly<Record<string, number>> = { image: 1, video: 2, audio: 3 }

/** lk_file_type_id by file extension; 8 is 'Unknown'. */
const typesByExtension: Readonly<Record<string, number>> = {
  pdf: 4,
  ...withType(5, 'rtf', 'doc', 'docx', 'txt'),
  ...withType(6, 'xls', 'xlsx', 'csv', 'odp'),
  ...withType(7, 'ppt', 'pptx'),
}

function withType(id: number, ...names: string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, id]))
}

/** The lk_file_type_id of a chosen file: by its media type's group, otherwise by its extension. */
export function fileTypeOf({ name, type }: { name: string; type: string }): number {
  const extension = name.split('.').at(-1)?.toLowerCase() ?? ''
  return typesByGroup[type.split('/')[0] ?? ''] ?? typesByExtension[extension] ?? 8
}
