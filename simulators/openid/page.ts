import type { Context } from 'hono'
import { html } from 'hono/html'

type PageProps = Record<'sub' | 'email' | 'given_name' | 'family_name', string> & {
  note: string
  email_verified?: 'false'
}

/** The people of a fleet's own directory. */
const people: readonly PageProps[] = [
  { sub: 'E-1001', email: 'rosa@fleet.example', given_name: 'Rosa', family_name: 'Medina', note: 'driver' },
  { sub: 'E-1002', email: 'omar@fleet.example', given_name: 'Omar', family_name: 'Haddad', note: 'driver' },
  {
    sub: 'E-1003',
    email: 'unverified@fleet.example',
    given_name: 'Uma',
    family_name: 'Unsure',
    note: 'the address is not verified, so only an external ID finds the account',
    email_verified: 'false',
  },
  {
    sub: 'E-2001',
    email: 'admin@example.com',
    given_name: 'Ada',
    family_name: 'Admin',
    note: 'staff, who must connect the account first',
  },
]

/** Asks which person to sign in as; plain links back to the same address. */
export function choosePage(c: Context, query: Record<string, string>) {
  const link = ({ note: _note, ...person }: PageProps) => `?${new URLSearchParams({ ...query, ...person })}`
  const rows = people.map(
    (person) =>
      html`<li><a href="${link(person)}">${person.given_name} ${person.family_name}</a>, ${person.email}: ${person.note}</li>`,
  )
  return c.html(html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign in to your organization</title></head>
<body><main><h1>Sign in to your organization</h1>
<p>This page stands in for a partner's identity provider. It isn't available in production.</p>
<ul>${rows}</ul></main></body>
</html>`)
}
