import { z } from '#platform/schema.ts'

const PermissionFlag = z.object({ value: z.boolean() })
const PermissionEntry = z.object({
  name: z.string(),
  create: PermissionFlag,
  read: PermissionFlag,
  update: PermissionFlag,
  delete: PermissionFlag,
})

/** The signed-in user in responses. `permissions` maps the upper-case role to its entries. */
export const CurrentUser = z.object({
  user_id: z.int(),
  organization_id: z.int(),
  role: z.enum(['Admin', 'Instructor', 'Student', 'Support', 'Auditor']),
  lk_user_role_id: z.int(),
  lk_user_status_id: z.int(),
  lk_language_id: z.int(),
  tfa_enabled: z.boolean(),
  loginid: z.string(),
  email: z.string(),
  first_name: z.string(),
  middle_name: z.string(),
  last_name: z.string(),
  permissions: z.record(z.string(), z.array(PermissionEntry)),
})
export type CurrentUser = z.output<typeof CurrentUser>
