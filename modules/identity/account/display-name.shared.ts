import type { UserDetails } from './user-details.ts'

type PersonNames = { first_name: string; last_name: string; loginid: string }

/** A person's name, or their login id. */
export const displayName = ({ first_name, last_name, loginid }: PersonNames): string =>
  `${first_name} ${last_name}`.trim() || loginid

/** The name that emails of the account use. */
export function recipientOf({ data: { user } }: Pick<UserDetails, 'data'>) {
  const { email, loginid } = user
  return { name: displayName(user), email, loginid }
}
