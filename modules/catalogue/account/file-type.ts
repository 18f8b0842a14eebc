const groups: Readonly<Record<string, number>> = { image: 1, video: 2, audio: 3 }

/** lk_file_type_id by file extension; 8 is 'Unknown'. */
const endings: Readonly<Record<string, number>> = {
  pdf: 4,
  ...ofType(5, 'rtf', 'doc', 'docx', 'txt'),
  ...ofType(6, 'xls', 'xlsx', 'csv', 'odp'),
  ...ofType(7, 'ppt', 'pptx'),
}

function ofType(id: number, ...names: string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, id]))
}

/** The lk_file_type_id of a chosen file: by its media type's group, otherwise by its extension. */
export function fileTypeOf({ name, type }: { name: string; type: string }): number {
  const extension = name.split('.').at(-1)?.toLowerCase() ?? ''
  return groups[type.split('/')[0] ?? ''] ?? endings[extension] ?? 8
}
