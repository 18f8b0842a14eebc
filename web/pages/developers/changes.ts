/** The changes of the partner document, newest first. */
export const changes: readonly { version: string; on: string; points: readonly string[] }[] = [
  {
    version: '1.0.0',
    on: '2026-11-27',
    points: [
      'The partner document, with a name, texts and a recorded example of each call.',
      'API clients with keys, OAuth 2.0 tokens, and `Idempotency-Key`.',
      'Events, and webhooks that deliver them.',
      'Links that sign your students in.',
      'Groups, due dates and your own ids of orders; support tickets; emails and tokens of the sandbox.',
      'Certificates and footprints of many enrollments as one archive.',
      'Courses on your own, verified sites: elements, a frame, and calls from the browser.',
      'The packages for TypeScript and Python.',
      'Errors of the Python package show their code and the wrong fields; `message` is the text for people.',
      '`downloadFootprint` has the schema of its JSON.',
      'Lines of invoices name your own id of the enrollment, and CSV files of them have the column `external_enrollment_id`.',
      'The document names your server, the contact of your organization, and the headers of responses.',
    ],
  },
]
