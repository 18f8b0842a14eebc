import type { Allowed } from './user-details.ts'

/** A file of a person as GET /attachment/documents/ tells it. */
export type PersonDocument = {
  attachment_id: number
  lk_file_type_id: number
  name: string
  size_bytes: number
  created_at: string
  uploaded_by_name: string
  url: string
  can_delete: boolean
}

export type DocumentList = {
  data: PersonDocument[]
  can: { upload: Allowed }
  accept: string[]
  limit_bytes: number
}
