import type { GuidePage } from './guide-page.ts'

export const singleSignOn: GuidePage = {
  slug: 'single-sign-on',
  title: 'Single sign-on',
  lead: 'Send a student from your site into a course, without a second password.',
  sections: [
    {
      title: 'A link for one click',
      blocks: [
        'Your page has a button “Go to my course”. When the student presses it, your server calls `createSignInLink` and redirects the browser to the `url` in the response. The client needs the permission to create links that sign students in.',
        {
          code: {
            curl: `user_id=$(curl --fail-with-body -s --get -H "Authorization: Bearer $WAYPOST_KEY" \\
  --data-urlencode "email=exact:driver1@fleet.example" "$WAYPOST_SITE/api/student/fetch" \\
  | sed 's/.*"user_id":\\([0-9]*\\).*/\\1/')
curl --fail-with-body "$WAYPOST_SITE/api/student/$user_id/signInLink" \\
  -H "Authorization: Bearer $WAYPOST_KEY" -H "Content-Type: application/json" \\
  -d '{"target":"dashboard"}'`,
            typescript: `import { createWaypost } from 'waypost-client'

const waypost = createWaypost({
  site: process.env.WAYPOST_SITE,
  key: process.env.WAYPOST_KEY,
})
const { students } = await waypost.listStudents({ email: ['exact:driver1@fleet.example'] })
const { url } = await waypost.createSignInLink({ user_id: students[0].user_id, target: 'dashboard' })
console.log('Location:', url)`,
            python: `import os
from waypost import Waypost

waypost = Waypost(os.environ["WAYPOST_SITE"], os.environ["WAYPOST_KEY"])
student = waypost.list_students(email=["exact:driver1@fleet.example"])["students"][0]
link = waypost.create_sign_in_link(user_id=student["user_id"], target="dashboard")
print("Location:", link["url"])`,
          },
        },
        {
          table: [
            ['`target`', 'Leads to'],
            ['`dashboard`', 'the courses and certificates of the student'],
            ['`course`', 'the enrollment in `student_course_id`, where the student left off'],
            ['`certificate`', 'the certificate of the enrollment in `student_course_id`, once it is issued'],
          ],
        },
      ],
    },
    {
      title: 'What the link does',
      blocks: [
        {
          list: [
            'It works once, within two minutes, on the site of the student’s organization. Create it when it is needed; never email or store it.',
            'The student sees whose account it is and confirms with one button, so no one is signed in to someone else’s account by mistake. A student who is already signed in goes straight to the page.',
            'Two-factor authentication and a course’s identity checks still apply. To change a password, an email address or a connected account, or to pay with a saved card, students confirm that it’s them.',
            'The student’s history names your client, for the link and for the sign-in. If your client is revoked, its links and the sessions that began with them end.',
            'A disabled student is refused with 409 `ACCOUNT_DISABLED`, staff and students of other organizations with 404.',
          ],
        },
      ],
    },
    {
      title: 'Without links',
      blocks: [
        'Students can also choose a password, or sign in with an email link, a passkey, or a Google or Facebook account, where the school offers it. Don’t build on a student’s password: clients never act as a person.',
      ],
    },
  ],
}
