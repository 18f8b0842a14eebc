import { openapiDocument } from '#platform/http/operations.ts'
import type { Manifest } from '#platform/module.ts'
import { addExamples } from './add-examples.ts'
import { describeCalls } from './describe-calls.ts'
import type { ApiDocument } from './walk-schemas.ts'

/** The description of each tag of the partner document, by module. */
const tags = {
  catalogue: 'Courses that an organization sells, and their places on its websites.',
  identity: 'Students and staff: their accounts and background tasks.',
  backoffice: 'Lists of students, certificates and organizations, uploads of many students, reports.',
  checkout: 'Enrollment on invoice, charges, payments, invoices and authorization keys.',
  learning: 'Enrollments with their progress, certificates, and reports to agencies.',
  support: 'Tickets and their messages.',
  settings: 'Lookups and the server clock.',
}

/** In the file the site has no name; the served document has that of its organization (`documentOfSite`). */
const partnerPlaces = {
  servers: [
    {
      url: 'https://{host}/api',
      variables: { host: { default: 'school.example.com', description: "The organization's own address." } },
    },
  ],
  contact: { name: 'Support of the school', url: 'https://school.example.com/support/contact' },
}

/** The text of the document with the server and the contact of one organization. */
export function documentOfSite(text: string, { origin, name }: { origin: string; name: string }): string {
  const servers = JSON.stringify([{ url: `${origin}/api`, description: name }])
  const contact = JSON.stringify({ name, url: `${origin}/support/contact` })
  return text
    .replace(JSON.stringify(partnerPlaces.servers), () => servers)
    .replace(JSON.stringify(partnerPlaces.contact), () => contact)
}

/** A document of only the calls that are open to clients. */
export function partnerDocument(manifests: readonly Manifest[]) {
  const open = manifests
    .map((manifest) => ({ ...manifest, operations: manifest.operations.filter(({ clients }) => clients) }))
    .filter(({ operations }) => operations.length > 0)
  const document = openapiDocument(open, {
    title: 'Waypost for partners',
    description:
      'Enroll students, follow their courses, fetch their certificates and close the month. ' +
      'Unknown fields of a request are refused; new fields of a response may appear at any time.',
    ...partnerPlaces,
    describe: describeCalls,
    tags: open.map(({ name }) => ({ name, description: tags[name as keyof typeof tags] ?? '' })),
  })
  addExamples(document as ApiDocument)
  return document
}
