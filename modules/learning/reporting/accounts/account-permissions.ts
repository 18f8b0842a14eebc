import { admin, ofVisited, type PermissionKey, type Policy, staff } from '#platform/permissions.ts'

/** Accounts at agencies belong to the current organization as a whole; only its Admins see and change them. */
const adminWith = (key: PermissionKey): Policy =>
  ofVisited({ description: `Admin with ${key}`, gate: (actor) => admin.gate(actor) && staff(key).gate(actor) })

/** The list of agencies shows no settings. */
export const mayList = ofVisited(staff(['MANAGE_STUDENTS:READ', 'MANAGE_SETTINGS:READ']))
export const mayRead = adminWith('MANAGE_SETTINGS:READ')
export const mayChange = adminWith('MANAGE_SETTINGS:UPDATE')
