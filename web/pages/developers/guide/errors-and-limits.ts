import type { GuidePage } from './guide-page.ts'

export const errorsAndLimits: GuidePage = {
  slug: 'errors-and-limits',
  title: 'Errors and limits',
  lead: 'Error responses, safe retries and rate limits.',
  sections: [
    {
      title: 'Errors',
      blocks: [
        'Decide by `code`, never by `message`: messages are for people and follow `Accept-Language`. `issues` names the wrong fields. Give `x-request-id` to support.',
        {
          code: {
            curl: `curl -s "$WAYPOST_SITE/api/user/student/" \\
  -H "Authorization: Bearer $WAYPOST_KEY" -H "Content-Type: application/json" \\
  -d '{"profile":{"first_name":"","last_name":"Rivera","email":"ana"}}'`,
            typescript: `import { createWaypost, WaypostError } from 'waypost-client'

const waypost = createWaypost({
  site: process.env.WAYPOST_SITE,
  key: process.env.WAYPOST_KEY,
})
try {
  await waypost.createStudent({ profile: { first_name: '', last_name: 'Rivera', email: 'ana' } })
} catch (error) {
  if (!(error instanceof WaypostError) || error.code !== 'INVALID') throw error
  for (const { path, message } of error.issues) console.log(path, message)
}`,
            python: `import os
from waypost import Waypost, WaypostError

waypost = Waypost(os.environ["WAYPOST_SITE"], os.environ["WAYPOST_KEY"])
try:
    waypost.create_student(profile={"first_name": "", "last_name": "Rivera", "email": "ana"})
except WaypostError as error:
    if error.code != "INVALID":
        raise
    for issue in error.issues:
        print(issue["path"], issue["message"])`,
          },
        },
        {
          table: [
            ['Status', 'Meaning', 'Retry?'],
            ['400', 'The request is wrong: see `issues`. Unknown fields are refused too.', 'no'],
            ['401', 'The key or token is unknown, expired, revoked or from another site.', 'with a new token'],
            ['403', 'The client lacks a permission, or calls from another network.', 'no'],
            [
              '404',
              'There is no such record, or it belongs to another organization. The sandbox is its own organization: a test key finds no real record.',
              'no',
            ],
            [
              '409',
              'The request conflicts with existing data; `IDEMPOTENCY_KEY_RUNNING`: the first call is still running.',
              'only the latter',
            ],
            ['422', '`IDEMPOTENCY_KEY_REUSED`: the same key with other content.', 'no'],
            ['429', 'Too many calls.', 'after `Retry-After`'],
            ['500, 502, 503, 504', 'A server error or a restart.', 'after `Retry-After`, or after a short wait'],
          ],
        },
      ],
    },
    {
      title: 'Idempotency',
      blocks: [
        'Send `Idempotency-Key` with POST, PUT and DELETE: up to 255 visible characters, a new one for each change. For 24 hours the same call has the same answer, with `Idempotency-Replayed: true`. A refused call is not stored, because nothing changed. Both clients send a random key automatically and reuse it when they retry.',
      ],
    },
    {
      title: 'Limits',
      blocks: [
        'Each client has a budget of its own. `RateLimit-Policy: "read";q=200;w=20` allows a burst of 200 reads and refills in 20 seconds; `RateLimit: "read";r=150;t=5` says that 150 are left and that the budget is full again in 5 seconds. Limits shared by all servers send only `Retry-After`.',
        'Files (certificates, footprints, invoices) have a smaller budget than lists. Fetch them one after the other. Both clients repeat a call up to four times: a program that makes hundreds of calls at the same time uses those up. Make a few at a time, or use the calls that take many rows.',
      ],
    },
    {
      title: 'Compression and caching',
      blocks: [
        'Answers are compressed for programs that send `Accept-Encoding`. JSON answers of reads carry an `ETag`: send it back as `If-None-Match`, and an unchanged response comes back as an empty 304.',
      ],
    },
  ],
}
