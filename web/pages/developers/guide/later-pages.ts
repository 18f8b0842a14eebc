import type { GuidePage } from './guide-page.ts'

export const goingLive: GuidePage = {
  slug: 'going-live',
  title: 'Going live',
  lead: 'A checklist before you enroll your first real driver.',
  sections: [
    {
      title: 'Check',
      blocks: [
        {
          list: [
            'The key is in your secret store, and a second person knows how to replace it.',
            'The client has only the permissions that it uses, the networks of your servers, and a contact address that people read.',
            'Every change has an idempotency key or a `request_id` of your own.',
            'Your program waits as long as `Retry-After` says, and logs `x-request-id` of refusals.',
            'Unknown fields of answers are ignored: new ones may appear at any time.',
            'You read the headers `Deprecation` and `Sunset`, and the [changelog](/developers/changelog).',
          ],
        },
      ],
    },
    {
      title: 'Sandbox',
      blocks: [
        'Ask the Admin for a test key: it begins with `wp_test_` and works at the same address, in an organization of your own that offers the same courses. Payments, agencies and emails are simulated, and nothing counts for the school. Webhooks are delivered to your endpoint with `livemode: false`.',
        {
          list: [
            'Enroll with `enrollStudents`, as with a real key. The offers have their own `course_website_id`: call `listPublicCourses` with the test key to list them.',
            '`passTestStudents` starts and passes up to 200 courses at once: certificates, reports and their events follow within seconds. Courses without a certificate only have `course.passed` and their report. Many courses can take longer than one call may: after 503, send the same call again, and courses that have passed stay passed. A student with the last name `Refused` is refused by the agency.',
            '`moveTestClock` moves the clock of the sandbox forward by up to 90 days, 400 in all, and runs what became due. It never moves back.',
            '`createTestInvoice` writes the invoice that the school would send at the end of the month.',
            '`listTestEmails` lists the emails that the sandbox would have sent, with their text and links.',
            'Login ids end with a mark of the sandbox, and links that sign students in open nothing there. Try a link with a real key and a student account of your own.',
            'A test key gets a token like a real one. Use the client ID from the list of test keys; the token begins with `wp_test_token_`.',
            'On your own machine, webhooks of a development server may go to `http://127.0.0.1`; a real server delivers to public https addresses only.',
          ],
        },
      ],
    },
    {
      title: 'A link that fills the cart',
      blocks: [
        'On your own page, link to `/checkout?course=id:1001&code=SAVE5` of the organization’s site: the course with this `course_website_id` is in the cart, with the promo code if you have one. Buyers need no account before they pay. A course that is not for sale there is left out, and a wrong code is shown as such.',
        'See [Courses on your page](/developers/guide/your-own-page) to show the catalog, a course or a button there.',
      ],
    },
    {
      title: 'Checking certificates',
      blocks: [
        'A court or an insurer needs no key to check a certificate: `checkCertificate` takes the code printed on it. An unknown code is refused with 404 `UNKNOWN_CERTIFICATE`.',
      ],
    },
  ],
}
