import type { Can, UserDetails as Details } from './user-details.schema.ts'

/** The answer of GET /user/{id}: a person, and what the reader may do with them. */
export type UserDetails = { data: Details; can: Can }
export type Organization = Details['recruitedOrganizations'][number]
/** Whether the reader may do something here, and the sentence that says why not. */
export type Allowed = Can[keyof Can]
