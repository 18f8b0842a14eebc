import type { GuidePage } from './guide-page.ts'

export const enrollAFleet: GuidePage = {
  slug: 'enroll-a-fleet',
  title: 'Enroll a fleet',
  lead: 'Add your drivers, enroll them on invoice, follow their courses and fetch what auditors ask for.',
  sections: [
    {
      title: 'Before you start',
      blocks: [
        'Your organization must be billed by invoice; your contact at the school turns that on. The client needs the permissions to add students, to read students, to read websites, and to enroll students by invoice.',
        'You enroll with an offer: a course sold on a website at a price. The public catalog lists the `course_website_id` of each offer. Choose one and set `WAYPOST_COURSE`.',
        {
          code: {
            curl: `curl --fail-with-body "$WAYPOST_SITE/api/course/fetchPublicCourses?lk_state_id=FL"`,
            typescript: `import { createWaypost } from 'waypost-client'

const waypost = createWaypost({
  site: process.env.WAYPOST_SITE,
  key: process.env.WAYPOST_KEY,
})
const { data } = await waypost.listPublicCourses({ lk_state_id: ['FL'] })
for (const course of data.courses) console.log(course.course_website_id, course.course_name)`,
            python: `import os
from waypost import Waypost, WaypostError

waypost = Waypost(os.environ["WAYPOST_SITE"], os.environ["WAYPOST_KEY"])
for course in waypost.list_public_courses(lk_state_id=["FL"])["data"]["courses"]:
    print(course["course_website_id"], course["course_name"])`,
          },
        },
      ],
    },
    {
      title: 'Add and enroll',
      blocks: [
        'Derive the ids of requests from your own data, so that rerunning your program changes nothing twice. `request_id` is a UUID for one enrollment; the idempotency key is any text you choose.',
        {
          code: {
            curl: `user_id=$(curl --fail-with-body -s "$WAYPOST_SITE/api/user/student/" \\
  -H "Authorization: Bearer $WAYPOST_KEY" \\
  -H "Content-Type: application/json" -H "Idempotency-Key: driver-1017" \\
  -d '{"profile":{"first_name":"Ana","last_name":"Rivera","email":"ana@fleet.example"}}' \\
  | sed 's/.*"data":{"user_id":\\([0-9]*\\).*/\\1/')
curl --fail-with-body "$WAYPOST_SITE/api/student/addInvoicedStudentCourse" \\
  -H "Authorization: Bearer $WAYPOST_KEY" -H "Content-Type: application/json" \\
  -d "{\\"user_id\\":$user_id,\\"course_website_id\\":$WAYPOST_COURSE,
       \\"request_id\\":\\"6f1d5c1e-5b1c-4c8e-9a3e-000000001017\\"}"`,
            typescript: `const drivers = [
  { number: 2017, first_name: 'Ben', last_name: 'Okafor', email: 'ben@fleet.example' },
  { number: 2018, first_name: 'Carla', last_name: 'Diaz', email: 'carla@fleet.example' },
]
const enrolled = []
for (const { number, ...profile } of drivers) {
  const { data } = await waypost.createStudent({ profile }, { idempotencyKey: \`driver-\${number}\` })
  await waypost.enrollOnInvoice({
    user_id: data.user_id,
    course_website_id: Number(process.env.WAYPOST_COURSE),
    request_id: \`6f1d5c1e-5b1c-4c8e-9a3e-\${String(number).padStart(12, '0')}\`,
  })
  enrolled.push(data.user_id)
}`,
            python: `drivers = [
    (3017, "Dev", "Patel", "dev@fleet.example"),
    (3018, "Ema", "Novak", "ema@fleet.example"),
]
enrolled = []
for number, first_name, last_name, email in drivers:
    profile = {"first_name": first_name, "last_name": last_name, "email": email}
    person = waypost.create_student(profile=profile, idempotency_key=f"driver-{number}")
    waypost.enroll_on_invoice(
        user_id=person["data"]["user_id"],
        course_website_id=int(os.environ["WAYPOST_COURSE"]),
        request_id=f"6f1d5c1e-5b1c-4c8e-9a3e-{number:012}",
    )
    enrolled.append(person["data"]["user_id"])`,
          },
        },
        'A driver who already has an account is refused with 409 `LOGINID_IN_USE`; find the `user_id` with `listStudents` and `email=exact:…`.',
      ],
    },
    {
      title: 'Follow the courses',
      blocks: [
        'One call shows all courses of a driver with their status. Once the course is passed and the certificate is issued, `certificates` has its number and id, for `downloadCertificate`.',
        {
          code: {
            curl: `curl --fail-with-body --get -H "Authorization: Bearer $WAYPOST_KEY" \\
  --data-urlencode "email=exact:ana@fleet.example" \\
  "$WAYPOST_SITE/api/student/fetch"`,
            typescript: `for (const user_id of enrolled) {
  const { studentCourses } = await waypost.listCoursesOfUser({ user_id, includeCertificates: true })
  for (const { course_name, status, certificates } of studentCourses)
    console.log(course_name, status, certificates.length)
}`,
            python: `for user_id in enrolled:
    courses = waypost.list_courses_of_user(user_id=user_id, includeCertificates=True)
    for course in courses["studentCourses"]:
        print(course["course_name"], course["status"], len(course["certificates"]))`,
          },
        },
        'For an audit, `downloadFootprint` returns everything on record of one enrollment as PDF, spreadsheet or JSON.',
      ],
    },
    {
      title: 'Close the month',
      blocks: [
        {
          code: {
            curl: `curl --fail-with-body -H "Authorization: Bearer $WAYPOST_KEY" \\
  "$WAYPOST_SITE/api/invoice/fetch?created_at=last:31"`,
            typescript: `for await (const invoice of waypost.each('listInvoices', { created_at: ['last:31'] })) {
  console.log(invoice.invoice_number, invoice.total)
}`,
            python: `for invoice in waypost.list_invoices_all(created_at=["last:31"]):
    print(invoice["invoice_number"], invoice["total"])`,
          },
        },
        '`downloadInvoiceLines` returns a spreadsheet with one row per enrollment; `downloadInvoice` returns the PDF.',
      ],
    },
  ],
}
