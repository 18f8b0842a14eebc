/** lk_organization_status_id. Only an active organization's site is open, and only its people are signed in. */
export const organizationStatus = { Active: 1, Inactive: 2, Suspended: 3 } as const
