import { day, z } from '#platform/schema.ts'

/** The organization's own name for a group of students, for example a terminal. */
export const groupName = () => z.string().trim().min(1).max(100).nullish()
/** The last day to finish, in the organization's zone. */
export const dueOn = () => day().nullish()
