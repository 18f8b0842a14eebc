import type { SealedColumn } from '#platform/sealed-column.ts'

export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'backoffice.student_upload_row',
    key: ['student_upload_id', 'row_number'],
    column: 'license_number',
    json: true,
    binding: ({ student_upload_id, row_number }) => `student_upload_row:${student_upload_id}:${row_number}`,
    by: 'modules/backoffice/uploads/upload.sql.ts',
  },
  {
    table: 'backoffice.student_upload_row',
    key: ['student_upload_id', 'row_number'],
    column: 'license_change',
    json: true,
    binding: ({ student_upload_id, row_number }) => `student_upload_row:${student_upload_id}:${row_number}:change`,
    by: 'modules/backoffice/uploads/upload.sql.ts',
  },
]
