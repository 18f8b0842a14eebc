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
        'If you enrolled the student with your own id, `listEnrollments` with `external_person_id` finds both the `user_id` and the `student_course_id`.',
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
      title: 'Your identity provider',
      blocks: [
        'If your organization has an identity provider with OpenID Connect, your students and staff can use it on the sign-in page. An Admin enters its issuer, client ID and client secret under Websites, Sign-in provider, and registers the redirect addresses that the page shows.',
        {
          list: [
            'A student is found by your ID of the person: name the claim that holds it, and give it to `enrollStudents` as `external_id`. Use a claim that people can’t change themselves, such as `sub`.',
            'Without an ID, a student is found by an email address, if the provider sends `email_verified: true` and its domain is one of yours. Microsoft Entra sends no `email_verified`: use an ID there.',
            'People without an account get one as students, if the Admin turned that on and the address is verified.',
            'Staff connect the provider themselves, on the Security tab of their settings. Two-factor authentication still applies.',
            'To pay with a saved card, or to change a password or an email address, people confirm that it’s them with a password, a code or a passkey of their own.',
            'If you disable a person at your provider, they can’t sign in again. A session that is already open ends within 12 hours: disable the student here to end it at once.',
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
