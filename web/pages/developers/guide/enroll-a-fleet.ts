import type { GuidePage } from './guide-page.ts'

export const enrollAFleet: GuidePage = {
  slug: 'enroll-a-fleet',
  title: 'Enroll a fleet',
  lead: 'Add your drivers, enroll them on invoice, follow their courses and fetch what auditors ask for.',
  sections: [
    {
      title: 'Before you start',
      blocks: [
        'Your organization must be billed by invoice; your contact at the school turns that on, and until then `enrollStudents` is refused with 422 `NOT_INVOICED`. The sandbox is always billed by invoice. The client needs the permissions to add students, to read students, to read websites, and to enroll students by invoice.',
        'You enroll with an offer: a course sold on a website at a price. `listPublicCourses` lists the `course_website_id` of each offer; called without a key, it never lists those of the sandbox. Choose one and set `WAYPOST_COURSE`.',
        {
          code: {
            curl: `curl --fail-with-body -H "Authorization: Bearer $WAYPOST_KEY" \\
  "$WAYPOST_SITE/api/course/fetchPublicCourses?lk_state_id=FL"`,
            typescript: `import { writeFileSync } from 'node:fs'
import { createWaypost } from 'waypost-client'

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
        'Send up to 200 drivers in one call. `external_id` is your own id of the person: with it, sending a driver again changes nothing, and a row that failed can simply be sent once more. Each row has its own result, and no one gets an email unless `notify` is true. A row with a wrong field is refused with `INVALID`, and its `issues` name the fields; the other rows are enrolled.',
        {
          code: {
            curl: `curl --fail-with-body "$WAYPOST_SITE/api/student/enrollMany" \\
  -H "Authorization: Bearer $WAYPOST_KEY" -H "Content-Type: application/json" \\
  -d "{\\"course_website_id\\":$WAYPOST_COURSE,\\"rows\\":[{\\"external_id\\":\\"1017\\",\\"group\\":\\"Tampa\\",
       \\"profile\\":{\\"first_name\\":\\"Ana\\",\\"last_name\\":\\"Rivera\\",\\"email\\":\\"ana@fleet.example\\"}}]}"`,
            typescript: `const drivers = [
  { number: 2017, first_name: 'Ben', last_name: 'Okafor', email: 'ben@fleet.example' },
  { number: 2018, first_name: 'Carla', last_name: 'Diaz', email: 'carla@fleet.example' },
]
for (let at = 0; at < drivers.length; at += 200) {
  const { rows } = await waypost.enrollStudents({
    course_website_id: Number(process.env.WAYPOST_COURSE),
    rows: drivers.slice(at, at + 200).map(({ number, ...profile }) => ({
      external_id: String(number), profile, group: 'Tampa', due_on: '2030-01-31',
    })),
  })
  for (const { external_id, result, message } of rows)
    if (result === 'refused') console.error(external_id, message)
}`,
            python: `drivers = [
    (3017, "Dev", "Patel", "dev@fleet.example"),
    (3018, "Ema", "Novak", "ema@fleet.example"),
]
rows = [
    {"external_id": str(number), "group": "Tampa", "due_on": "2030-01-31",
     "profile": {"first_name": first_name, "last_name": last_name, "email": email}}
    for number, first_name, last_name, email in drivers
]
for at in range(0, len(rows), 200):
    course = int(os.environ["WAYPOST_COURSE"])
    answer = waypost.enroll_students(course_website_id=course, rows=rows[at : at + 200])
    for row in answer["rows"]:
        if row["result"] == "refused":
            print(row["external_id"], row["message"])`,
          },
        },
        'A login id that another organization uses is refused with `LOGINID_IN_USE`; a student of yours with the same login id gets your `external_id`. `CONFLICT` means that an id belongs to another person, order or course. A driver who has finished the course is enrolled again, unless the row has an `enrollment_external_id` or `order_external_id` that you sent before: use one, so that a program that starts over enrolls no one twice.',
        '`order_external_id` is your own id of the order. `listPayments` returns it, and so do the events `order.paid` and `order.refunded`.',
      ],
    },
    {
      title: 'Groups and due dates',
      blocks: [
        'Each row may have a `group` and a `due_on`; `assignEnrollments` changes them for up to 200 enrollments at once. Drivers get an email in the morning, a week and a day before the due date. An enrollment that isn’t finished by then is `late`: you get the event `enrollment.overdue`, and the Admins of the organization get an email.',
        {
          code: {
            curl: `curl --fail-with-body --get -H "Authorization: Bearer $WAYPOST_KEY" \\
  -d group=Tampa -d late=true "$WAYPOST_SITE/api/enrollments"`,
            typescript: `const tampa = await waypost.listEnrollments({ group: ['Tampa'] })
await waypost.assignEnrollments({
  student_course_ids: tampa.enrollments.map(({ student_course_id }) => student_course_id),
  due_on: '2030-02-28',
})
const late = await waypost.listEnrollments({ group: ['Tampa'], late: true })
for (const { external_person_id, due_on } of late.enrollments) console.log(external_person_id, due_on)`,
            python: `tampa = waypost.list_enrollments(group=["Tampa"])["enrollments"]
waypost.assign_enrollments(
    student_course_ids=[row["student_course_id"] for row in tampa], due_on="2030-02-28"
)
for row in waypost.list_enrollments(group=["Tampa"], late=True)["enrollments"]:
    print(row["external_person_id"], row["due_on"])`,
          },
        },
      ],
    },
    {
      title: 'Follow the courses',
      blocks: [
        '`listEnrollments` has a row for each enrollment, with your ids. Read it once, keep `next_change`, and later ask for `changed_after`: you get what changed since. Or skip polling and react to [events](/developers/guide/events).',
        {
          code: {
            curl: `curl --fail-with-body -H "Authorization: Bearer $WAYPOST_KEY" \\
  "$WAYPOST_SITE/api/enrollments?external_person_id=1017"`,
            typescript: `const first = await waypost.listEnrollments({ limit: 500 })
for (const { external_person_id, course_name, passed_at } of first.enrollments)
  console.log(external_person_id, course_name, passed_at)
const changes = await waypost.listEnrollments({ changed_after: first.next_change ?? undefined })
console.log(changes.enrollments.length)`,
            python: `first = waypost.list_enrollments(limit=500)
for row in first["enrollments"]:
    print(row["external_person_id"], row["course_name"], row["passed_at"])
changes = waypost.list_enrollments(changed_after=first["next_change"])
print(len(changes["enrollments"]))`,
          },
        },
      ],
    },
    {
      title: 'Certificates and footprints',
      blocks: [
        '`downloadEnrollmentFiles` returns one ZIP archive for up to 100 enrollments: an index, the latest certificates, and the footprints that auditors ask for. Some courses have no certificate; the index names none for them. `downloadCertificate` and `downloadFootprint` return the files of one.',
        {
          code: {
            curl: `id=$(curl --fail-with-body -s -H "Authorization: Bearer $WAYPOST_KEY" \\
  "$WAYPOST_SITE/api/enrollments?limit=1" | sed 's/.*"student_course_id":\\([0-9]*\\).*/\\1/')
curl --fail-with-body -s -o /dev/null -H "Authorization: Bearer $WAYPOST_KEY" \\
  "$WAYPOST_SITE/api/enrollments/files?student_course_id=$id"`,
            typescript: `const ids = first.enrollments.slice(0, 100).map(({ student_course_id }) => student_course_id)
const archive = await waypost.downloadEnrollmentFiles({ student_course_id: ids })
console.log(archive.size)`,
            python: `ids = [row["student_course_id"] for row in first["enrollments"][:100]]
archive = waypost.download_enrollment_files(student_course_id=ids)
print(len(archive))`,
          },
        },
      ],
    },
    {
      title: 'Close the month',
      blocks: [
        'The school writes an invoice for the month. Its `total` is negative when your organization owes it: the sum of what you bought, `billed`, is subtracted from your part of other sales, `earned`. `downloadInvoiceLines` with `format=csv` has a line for each enrollment, with your ids, and the sum of its `part` is the total.',
        {
          code: {
            curl: `curl --fail-with-body --get -H "Authorization: Bearer $WAYPOST_KEY" \\
  -d created_at=last:31 "$WAYPOST_SITE/api/invoice/fetch"`,
            typescript: `for await (const { invoice_id, invoice_number, total } of waypost.each('listInvoices', { created_at: ['last:31'] })) {
  const file = await waypost.downloadInvoiceLines({ invoice_id, format: 'csv' })
  const [, ...lines] = (await file.text()).trim().split('\\r\\n')
  const cents = lines.map((line) => Math.round(Number(line.split(',').at(-1)) * 100))
  const sum = cents.reduce((all, one) => all + one, 0)
  console.log(invoice_number, total, lines.length, sum === Math.round(total * 100) ? 'agrees' : 'differs')
}`,
            python: `import csv
from decimal import Decimal

for invoice in waypost.list_invoices_all(created_at=["last:31"]):
    file = waypost.download_invoice_lines(invoice_id=invoice["invoice_id"], format="csv")
    lines = list(csv.DictReader(file.decode("utf-8-sig").splitlines()))
    agrees = sum(Decimal(line["part"]) for line in lines) == Decimal(str(invoice["total"]))
    print(invoice["invoice_number"], invoice["total"], len(lines), "agrees" if agrees else "differs")`,
          },
        },
        'The certificates of the month are those of the enrollments that were passed in it. Days are those of your organization’s time zone.',
        {
          code: {
            curl: `curl --fail-with-body --get -H "Authorization: Bearer $WAYPOST_KEY" \\
  -d passed_from=2030-01-01 -d passed_to=2030-01-31 "$WAYPOST_SITE/api/enrollments"`,
            typescript: `const passed: number[] = []
for await (const enrollment of waypost.each('listEnrollments', { passed_from: '2030-01-01', passed_to: '2030-01-31' }))
  passed.push(enrollment.student_course_id)
for (let at = 0; at < passed.length; at += 100) {
  const files = await waypost.downloadEnrollmentFiles({ student_course_id: passed.slice(at, at + 100) })
  writeFileSync(\`certificates-\${at}.zip\`, Buffer.from(await files.arrayBuffer()))
}`,
            python: `passed = [
    row["student_course_id"]
    for row in waypost.list_enrollments_all(passed_from="2030-01-01", passed_to="2030-01-31")
]
for at in range(0, len(passed), 100):
    files = waypost.download_enrollment_files(student_course_id=passed[at : at + 100])
    with open(f"certificates-{at}.zip", "wb") as archive:
        archive.write(files)`,
          },
        },
        '`downloadInvoice` returns the invoice as a PDF, and `downloadInvoiceLines` without `format` a spreadsheet for people.',
      ],
    },
  ],
}
