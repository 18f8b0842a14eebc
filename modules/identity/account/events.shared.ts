/** An event as GET /user/eventhistory/fetch tells it. */
export type PersonEvent = {
  audit_id: number
  created_at: string
  lk_audit_type_id: number
  description: string
  organization_name: string
  /** Where the thing leads that the event is about. */
  link: string | null
  resendable: boolean
}

export type EventList = { data: PersonEvent[]; after_id: string | null }
