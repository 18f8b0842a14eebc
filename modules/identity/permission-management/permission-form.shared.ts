/** One cell of the matrix, as in the response. */
export type MatrixCell = {
  permission_id: number
  name: string
  lk_permission_type_id: number
  enabled: 0 | 1
  can_change: boolean
}

export type MatrixRole = 'Admin' | 'Instructor' | 'Support'

/** The name of a cell's checkbox. */
export const checkboxName = (permission_id: number): string => `permission_${permission_id}`

export type SentRow = { permission_id: number; enabled: boolean } & Partial<Record<`${MatrixRole}Enabled`, boolean>>

/** The rows to send: those that may be changed, for a person or (with `role`) as a role's defaults. */
export function changedRows(
  cells: readonly MatrixCell[],
  isTicked: (permission_id: number) => boolean,
  role: MatrixRole | null,
): SentRow[] {
  return cells
    .filter(({ can_change }) => can_change)
    .map(({ permission_id }) => {
      const enabled = isTicked(permission_id)
      return { permission_id, enabled, ...(role && { [`${role}Enabled`]: enabled }) }
    })
}
