export type Role = 'Admin' | 'Instructor' | 'Student' | 'Support'

/** Who acts. A session viewed by staff acts as the person; `viewed_by` then holds the staff member's user id. */
export type Actor =
  | { kind: 'anonymous' }
  | {
      kind: 'user'
      user_id: number
      role: Role
      organization_id: number
      /** Their own organization and those below it; where absent, their own alone. */
      reach?: readonly number[]
      /** The organizations to which their work is limited, with those below them; where absent, there is no limit. */
      given?: readonly number[]
      session_id: number
      /** How often its rights have changed; absent where they have not. With the session it names the sockets. */
      rights_changes?: number
      permissions: ReadonlySet<string>
      viewed_by: number | null
      /** What the staff member who views may do in their own right. */
      viewer_permissions?: ReadonlySet<string>
    }
  | { kind: 'system'; name: string }

export type UserActor = Extract<Actor, { kind: 'user' }>
