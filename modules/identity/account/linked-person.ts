/** An account at the other end of a link. */
export type LinkedPerson = {
  first_name: string
  last_name: string
  email: string
  role: string
  organization_name: string
}
