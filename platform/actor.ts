export type Role = 'Admin' | 'Instructor' | 'Student' | 'Support' | 'Auditor'

/**
 * The actor of a request. When staff view as a person, the actor is that person and `viewed_by` is the staff member's
 * user id.
 */
export type Actor =
  | { kind: 'anonymous' }
  | {
      kind: 'user'
      user_id: number
      role: Role
      organization_id: number
      /** The person's organization and those below it; only their own organization if absent. */
      reach?: readonly number[]
      /** The organizations that limit the person's work, with those below them; no limit if absent. */
      assigned_organizations?: readonly number[]
      session_id: number
      /** How often the session's rights have changed; absent if never. It is part of the sockets' names. */
      rights_changes?: number
      permissions: ReadonlySet<string>
      viewed_by: number | null
      /** The permissions of the viewing staff member. */
      viewer_permissions?: ReadonlySet<string>
    }
  | {
      /** A program of an organization, with its own credential. */
      kind: 'client'
      client_id: number
      /** The key of the request, or of its token; absent for an assertion. */
      client_key_id?: number
      organization_id: number
      /** Its organization and those below it; only its own organization if absent. */
      reach?: readonly number[]
      /** The organizations that it works for, with those below them; all that it can reach if absent. */
      assigned_organizations?: readonly number[]
      permissions: ReadonlySet<string>
    }
  | { kind: 'system'; name: string }

export type UserActor = Extract<Actor, { kind: 'user' }>
export type ClientActor = Extract<Actor, { kind: 'client' }>
