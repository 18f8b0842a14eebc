import { clientPackages, packagesPath } from '#web/client-packages.ts'
import type { GuidePage } from './guide-page.ts'

export const firstCall: GuidePage = {
  slug: 'first-call',
  title: 'First call in five minutes',
  lead: 'Create a client, copy its key, and list your students.',
  sections: [
    {
      title: 'Get a key',
      blocks: [
        'An Admin of your organization opens [API clients](/manage/clients), creates a client for your program and ticks what it may do. For this page, tick “read students, their courses and completion reports”.',
        'Then choose “Create key” and copy the key. It begins with `wp_live_` and is shown once. Keep it where your program keeps its secrets, never in its source code.',
        'The examples read two environment variables: `WAYPOST_SITE` is the address of your organization’s site (`https://school.example.com`), `WAYPOST_KEY` is the key.',
      ],
    },
    {
      title: 'Make the call',
      blocks: [
        'There are clients for TypeScript (Node 20 and newer, Deno, Bun) and Python (3.11 and newer), both named `waypost-client`. Install them from your organization’s site; there is nothing to generate.',
        {
          table: [
            ['Language', 'Command'],
            ['TypeScript', `\`npm install "$WAYPOST_SITE${packagesPath}${clientPackages.npm}"\``],
            ['Python', `\`pip install "$WAYPOST_SITE${packagesPath}${clientPackages.python}"\``],
          ],
        },
        {
          code: {
            curl: `curl --fail-with-body \\
  -H "Authorization: Bearer $WAYPOST_KEY" \\
  "$WAYPOST_SITE/api/student/fetch?limit=5"`,
            typescript: `import { createWaypost } from 'waypost-client'

const waypost = createWaypost({
  site: process.env.WAYPOST_SITE,
  key: process.env.WAYPOST_KEY,
})
const { students, count } = await waypost.listStudents({ limit: 5 })
console.log(count, students.map(({ email }) => email))`,
            python: `import os
from waypost import Waypost

waypost = Waypost(os.environ["WAYPOST_SITE"], os.environ["WAYPOST_KEY"])
page = waypost.list_students(limit=5)
print(page["count"], [student["email"] for student in page["students"]])`,
          },
        },
        'Every answer is JSON with `error: false`, or a file. A refusal has `error: true`, a `code` for your program and a `message` for people.',
      ],
    },
    {
      title: 'Read a whole list',
      blocks: [
        'A list answers with `count`, one page of rows, and `after_id`. Send `after_id` back for the next page; it is null on the last one. The clients do this for you.',
        {
          code: {
            curl: `next=$(curl --fail-with-body -s -H "Authorization: Bearer $WAYPOST_KEY" \\
  "$WAYPOST_SITE/api/student/fetch?limit=2" | sed -n 's/.*"after_id":"\\([^"]*\\)".*/\\1/p')
curl --fail-with-body --get -H "Authorization: Bearer $WAYPOST_KEY" \\
  --data-urlencode "after_id=$next" -d limit=2 "$WAYPOST_SITE/api/student/fetch"`,
            typescript: `for await (const student of waypost.each('listStudents', { limit: 100 })) {
  console.log(student.email)
}`,
            python: `for student in waypost.list_students_all(limit=100):
    print(student["email"])`,
          },
        },
        'Filter by any column of the list: `email=exact:dana@example.com`, `created_at=last:7` (days), `last_name=start:Riv`. The [reference](/developers/reference) says what each filter takes. Bounds together make a range: `created_at=gte:2030-01-01&created_at=lte:2030-01-31`. An unknown filter or operator is refused, so a typo never looks like “no results”.',
      ],
    },
  ],
}
