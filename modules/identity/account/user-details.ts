import type { Can, UserDetails as Details } from './user-details.schema.ts'

/** The response of GET /user/{id}: a person, and the reader's possible actions. */
export type UserDetails = { data: Details; can: Can }
export type Organization = Details['recruitedOrganizations'][number]
/** Whether the reader may do something here, and if not, why. */
export type Allowed = Can[keyof Can]
