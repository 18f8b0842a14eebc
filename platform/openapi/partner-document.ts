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
    servers: [
      {
        url: 'https://{host}/api',
        variables: { host: { default: 'school.example.com', description: "The organization's own address." } },
      },
    ],
    describe: describeCalls,
    tags: open.map(({ name }) => ({ name, description: tags[name as keyof typeof tags] ?? '' })),
  })
  addExamples(document as ApiDocument)
  return document
}
