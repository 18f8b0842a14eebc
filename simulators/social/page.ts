import type { Context } from 'hono'
import { html } from 'hono/html'

type PageProps = {
  sub: string
  email: string
  given_name: string
  family_name: string
  note: string
  email_verified?: 'false'
}

/** The people to choose from, and their visible data. */
const people: readonly PageProps[] = [
  { sub: '1001', email: 'ana@example.com', given_name: 'Ana', family_name: 'Ríos', note: 'new account' },
  { sub: '1002', email: 'ben@example.com', given_name: 'Ben', family_name: 'Okoro', note: 'new account' },
  {
    sub: '1003',
    email: 'student@example.com',
    given_name: 'Sam',
    family_name: 'Student',
    note: 'has an account with a password and must sign in to connect',
  },
  {
    sub: '1004',
    email: 'unconfirmed@example.com',
    given_name: 'Uma',
    family_name: 'Unsure',
    note: 'no confirmed email address, so sign-in is refused',
    email_verified: 'false',
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
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Choose an account</title></head>
<body><main><h1>Choose an account</h1>
<p>This page stands in for the provider's sign-in page. It isn't available in production.</p>
<ul>${rows}</ul></main></body>
</html>`)
}
