/**
 * The texts of the partner document, by the function names of its calls: what a program needs to know before it calls,
 * and the meaning of fields whose names don't tell. `tests/partner-document.test.ts` requires one of each call.
 */
export type CallText = { description: string; fields?: Readonly<Record<string, string>> }

export const callTexts: Readonly<Record<string, CallText>> = {
  listLookups: {
    description:
      'All numbered choices of the API (`lk_…_id`), with their labels in the language of `Accept-Language`. They change only with a release, so fetch them once a day at most.',
  },
  listStates: { description: 'The `lk_state_id` of each state, with its postal code and name.' },
  findCounties: {
    description: 'Use it to fill in the county of a court or an address. An empty string returns nothing.',
    fields: { filter: 'Part of the name of a county, or of a county and its state.' },
  },
  getCurrentOrganization: {
    description: 'The organization whose address you call: its name, brand and settings of its site. Needs no key.',
  },
  getServerTime: { description: 'Compare it with your own clock before you sign assertions. Needs no key.' },
  getPerson: {
    description: 'One account with its profile, address and phone numbers. `can` says what your client may do with it.',
    fields: { id: 'The `user_id` of the person.' },
  },
  createStudent: {
    description:
      'Creates the account of a student in your organization, or in the one that you name. Names and email address are required; the other fields of the profile can follow at registration. The login ID is the email address unless you send another one.',
    fields: {
      profile: 'Who the student is.',
      address: 'The postal address, complete or left out.',
      contacts: 'Phone numbers.',
      instructorOrganizations: 'Only for instructors; leave it out.',
      recruiter: 'Only for people who recruit students; leave it out.',
    },
  },
  updateStudent: {
    description:
      'Saves the profile of a student. Fields that you leave out do not change. Name the student by `student_id`. With `updated_at` from `getStudent`, the call is refused with 409 if someone else saved in the meantime. A corrected date of birth is checked against the age limits of running courses.',
    fields: {
      student_id: 'The `user_id` of the student.',
      user_id: 'The same as `student_id`; send one of them.',
      updated_at: 'The `updated_at` that you read last.',
      reason: 'Why you change it, for the audit log.',
      profile: 'Who the student is.',
      address: 'The postal address, complete or left out.',
      contacts: 'Phone numbers.',
      deletePhoneNumber: 'The ids of phone numbers to delete.',
      instructorOrganizations: 'Only for instructors; leave it out.',
      forgetLostOrganizations: 'Only for instructors; leave it out.',
      recruiter: 'Only for people who recruit students; leave it out.',
      deleteRecruiter: 'Only for people who recruit students; leave it out.',
    },
  },
  listPublicCourses: {
    description:
      'The course catalog as visitors see it, with prices. Needs no key; with a test key, it lists the offers of the sandbox. Pages of your organization’s verified sites may call it in the browser, without credentials; all others call it from a server. `course_website_id` of a course is what you enroll with.',
    fields: {
      course_name: 'Words of the name; similar words are found too.',
      lk_state_id: 'Only courses for these states: an id, a postal code or a name. Repeat the parameter for several.',
      lk_language_id: 'Only courses in these languages.',
      sort_by: 'The sort column; prefix with `-` for descending order. Without it, the best matches come first.',
      page: 'The page, from 1. A page has 20 courses.',
      course_website_id: 'Only this course.',
      website_id: 'The website whose courses and prices you want; by default that of the site.',
      user_id: 'Accepted and ignored.',
    },
  },
  getPublicCourse: {
    description: 'Everything that the page of a course shows: price, outline, FAQs and requirements. Needs no key.',
    fields: { id: 'The `course_website_id` of the course.' },
  },
  listWebsites: {
    description: 'Your organization sells its courses on one or more websites, each with its own prices.',
    fields: {
      course_id: 'Only websites that sell this course.',
      name: 'Part of the name, or `contains:`, `start:` or `exact:` and a text.',
      url: 'Part of the address, or `contains:`, `start:` or `exact:` and a text.',
      sort_by: 'The sort column; prefix with `-` for descending order.',
      after_id: 'The `after_id` from the previous page, to get the next one.',
    },
  },
  listWebsitesOfOrganization: { description: 'The same websites without paging, at most 1,000.' },
  listCoursesOfWebsite: {
    description:
      'The courses that a website sells. `course_website_id` identifies the offer (course, website and price) that you enroll with.',
    fields: { organization_id: 'The owner of the website, if you want it checked.' },
  },
  listCourses: { description: 'All courses of your organizations, also those that no website sells.' },
  listPrograms: {
    description:
      'A program is the set of rules of a state or agency that a course follows: hours, checks, reports and deadlines.',
  },
  getEnrollment: {
    description:
      'One enrollment: its status, the progress in percent and seconds, deadlines, and the lesson where the student is.',
    fields: { studentCourseId: 'The `student_course_id` of the enrollment.' },
  },
  downloadCertificate: {
    description: 'The certificate as the student gets it. A replaced version can still be downloaded.',
    fields: { format: '`jpg` for a picture, `pdf` for a page to print.' },
  },
  checkCertificate: {
    description:
      'Checks whether a certificate is genuine and still valid. The answer has the initials of the student and no other personal data. Needs no key, and has the strictest limit of all calls, so that codes cannot be guessed.',
    fields: { code: 'The code printed on the certificate.' },
  },
  getIssuedCertificate: {
    description: 'The data of one certificate with its delivery and all of its versions, newest first.',
  },
  listCompletionReports: {
    description:
      'The reports of completions to agencies, with their deadline, the answer of the agency and the receipt. By default those that still need something.',
    fields: { show: '`unfinished` for reports that an agency has not accepted yet, `all` for every report.' },
  },
  getCompletionReport: {
    description: 'How far the report of one completion is. `data` is null if the course reports to no agency.',
  },
  downloadFootprint: {
    description:
      'Everything on record of one enrollment, for an auditor: identity, agreement, seat time, quizzes with their answers, status changes, certificates and reports. `format=json` is for programs. The download is written to the audit log.',
    fields: {
      student_id: 'The expected student; another one is refused with 404.',
      user_id: 'The same as `student_id`.',
      format: 'The kind of file.',
    },
  },
  enrollOnInvoice: {
    description:
      'Enrolls a student in a course and puts it on the next invoice of your organization, which must be billed by invoice. The student pays nothing. Sent again with the same `request_id`, it enrolls once.',
    fields: {
      price: 'Overrides the price of the website, in dollars, within the limits of the course.',
      lk_shipping_type_id: 'The delivery of the certificate; without it, the default of the course.',
      audio_ind: 'Whether the course is bought with audio.',
      note: 'A note for staff, on the order.',
      request_id: 'A UUID that you make for this enrollment; the same one never enrolls twice.',
      external_id:
        'Your own id of the order. No other order of the organization may have it; the events of the order contain it.',
    },
  },
  listPayments: { description: 'What students paid, with refunds. Amounts are in dollars.' },
  listAuthorizationKeys: {
    description:
      'An authorization key opens a course for the person who redeems its code, without a payment. Codes are never listed, only their last group.',
  },
  createAuthorizationKeys: {
    description:
      'Creates up to 1,000 keys for a course. Store the codes: they are returned here, and for a day by `getAuthorizationKeyBatch`, and never again.',
    fields: {
      course_website_id: 'The course at a price on a website, from `listCoursesOfWebsite`.',
      count: 'How many keys.',
      organization_id: 'The organization that gets the keys; by default the one that offers the course.',
      note: 'A note for staff, on the batch.',
      request_id: 'A UUID that you make for this batch; the same one never creates twice.',
    },
  },
  getAuthorizationKeyBatch: {
    description:
      'The batch that your client created. `codes` is null once they were downloaded or a day has passed. Other clients get 404.',
  },
  listAuthorizationKeyChoices: {
    description: 'What `createAuthorizationKeys` takes: the offers of your organizations.',
  },
  getAuthorizationKey: { description: 'One key with its course, its holder, and who redeemed or revoked it.' },
  listInvoices: {
    description:
      'The invoices that your organizations received or issued. Amounts are in dollars. `total` is negative if your organization owes it, and positive if it is owed to your organization.',
  },
  getInvoice: {
    description:
      'One invoice with its totals by course, its first 200 lines and its payments. `billed` is what your organization bought on invoice, `earned` its part of other sales; `total` is `earned` minus `billed`, and the sum of every `part`.',
  },
  downloadInvoiceLines: {
    description:
      'Every line of the invoice: one row per enrollment or refund. With `format=csv` the columns have fixed names, and include your own ids of the order (`external_id`), the student (`external_person_id`) and the enrollment (`external_enrollment_id`). The sum of `part` is the `total` of the invoice.',
    fields: { format: 'A spreadsheet for people (`xlsx`), or a file for programs (`csv`).' },
  },
  downloadInvoice: { description: 'The invoice as a PDF.' },
  listStudents: {
    description:
      'One row per student, with their newest course. Filter by any column (`email=exact:dana@example.com`, `created_at=last:7`), and follow `after_id` until it is null.',
  },
  listOrganizations: { description: 'Your organization and those below it.' },
  listCertificates: {
    description: 'Issued certificates with their delivery.',
    fields: { show: '`notShipped` for those that still have to be sent, `shipped`, or `all`.' },
  },
  getOrganization: {
    description: 'One organization by its id or its code; send one of them.',
    fields: { org_code: 'The three letters or digits of the organization.' },
  },
  listSubOrganizations: {
    description: 'The organizations right below one of yours, such as the locations of a fleet.',
    fields: { search: 'Part of the name or code.', limit: 'Rows per page.', offset: 'Rows to skip.' },
  },
  getStudent: {
    description:
      'One student with all their courses and certificates. `updated_at` of the student is for `updateStudent`.',
    fields: {
      student_id: 'The `user_id` of the student.',
      limit: 'Courses per page.',
      after_id: 'The `after_id` from the previous page, to get the next one.',
    },
  },
  listCoursesOfUser: {
    description: 'The enrollments of one person, newest first, at most 500. Certificates only if you ask for them.',
  },
  enrollStudents: {
    description:
      'Creates up to 200 students and enrolls them in one course, on the invoice of the organization whose address you call. Each row has its own result: one with a wrong field is refused with `INVALID` and its `issues`, and the others are enrolled. If the response is lost, send the rows again: an enrollment that already exists is reported as `exists`.',
    fields: {
      course_website_id: 'An offer that `listPublicCourses` lists with the same key; others are refused with 404.',
      notify: 'If true, each student gets one email with a link to set a password. Otherwise no emails are sent.',
      rows: 'The students, each with your own id of the person.',
    },
  },
  createSignInLink: {
    description:
      'Creates a link that signs one of your students in at the site of their organization. It works once, within two minutes, so create it when the student clicks, and redirect the browser to `url` immediately. The student confirms the account with one button; two-factor authentication and identity checks still apply. Links for staff are refused. The student’s history records your client.',
    fields: {
      user_id: 'The student.',
      target: 'Where the link leads: `dashboard`, `course` or `certificate`.',
      student_course_id: 'The enrollment, for `course` and `certificate`.',
    },
  },
  listTickets: {
    description:
      'The support tickets of your organizations, in the order of their ids. Ask again with the last `next_id`, or react to `ticket.message_added`.',
    fields: {
      after_id: 'The `next_id` from the previous page, to get the next one.',
      user_id: 'Only tickets of this person.',
      lk_issue_status_id: 'Only tickets in this state.',
    },
  },
  getTicket: {
    description: 'A ticket with its newest 200 messages; with `after`, those after the message with this `sequence`.',
    fields: { issue_id: 'The ticket.', after: 'The `sequence` of the last message that you have.' },
  },
  openTicket: {
    description:
      'Opens a ticket with its first message, under the name of your client. With `user_id` it is the student’s, who can read it and reply. Without it, it is a question of the organization whose address you call.',
    fields: {
      user_id: 'The student; without one the ticket is the organization’s own.',
      lk_issue_category_id: 'The category.',
      message: 'The message, as plain text.',
    },
  },
  replyToTicket: {
    description:
      'Adds a message under the name of your client: to a person’s ticket as staff, to your organization’s own ticket as its reporter. Send an `Idempotency-Key`, so that a repeated call adds no second message.',
    fields: { issue_id: 'The ticket.', message: 'The message, as plain text.' },
  },
  listTestEmails: {
    description:
      'The emails that the sandbox would have sent, oldest first, for 30 days. Keep `next_id` and ask again with it. Needs a test key.',
    fields: {
      after_id: 'The `next_id` of an earlier response.',
      to: 'Only emails to this address.',
    },
  },
  listEnrollments: {
    description:
      'One row for each enrollment, in the order of their ids. Read everything once with `after_id`, keep `next_change`, and then fetch only what changed with `changed_after`.',
    fields: {
      after_id: 'The `next_id` from the previous page, to get the next one.',
      changed_after: 'The `next_change` of an earlier answer.',
      external_id: 'Only enrollments with these ids of yours. Repeat the parameter for several.',
      external_person_id: 'Only enrollments of people with these ids of yours.',
      course_id: 'Only enrollments in this course.',
      lk_student_course_status_id: 'Only enrollments in these states.',
      group: 'Only enrollments in these groups.',
      due_from: 'Only enrollments that are due on this day or later.',
      due_to: 'Only enrollments that are due on this day or earlier.',
      passed_from: 'Only enrollments that were passed on this day of the organization or later.',
      passed_to: 'Only enrollments that were passed on this day of the organization or earlier.',
      late: 'Only enrollments that are past their due date and not finished (`true`), or only the others (`false`).',
    },
  },
  assignEnrollments: {
    description:
      'Gives up to 200 enrollments a group and a due date. Students get an email a week and a day before the due date; an enrollment that isn’t finished by then is `late`, with an `enrollment.overdue` event. If one of the enrollments is unknown, none is changed.',
    fields: {
      student_course_ids: 'The enrollments.',
      group: 'Your name for the group, for example a terminal. Without it the group stays; null removes it.',
      due_on:
        'The last day to finish, in the time zone of the organization. Without it the date stays; null removes it.',
    },
  },
  downloadEnrollmentFiles: {
    description:
      'A ZIP archive, for example for your month-end: `index.csv` has a line for each enrollment with the names of its files, `ID/certificate.pdf` is the latest certificate (missing until the course is passed), and `ID/footprint.json` is the record of time, quizzes and reports. The archive is created while you download it; if the download breaks off, request it again.',
    fields: {
      student_course_id: 'The enrollments. Repeat the parameter for several, up to 100.',
      footprint: 'The format of the footprints, or `none`.',
    },
  },
  listEvents: {
    description:
      'What happened in your organizations in the last 30 days, oldest first. Store `next` and send it as `after` in the next call. Only events that your permissions let you read are listed.',
    fields: {
      after: 'The `next` of the last answer; `newest` returns only the place from which to go on.',
      type: 'Only events of these types. Repeat the parameter for several.',
      limit: 'Events per response.',
    },
  },
  listWebhookEndpoints: {
    description: 'The addresses that your events are delivered to, with their state and number of waiting events.',
  },
  createWebhookEndpoint: {
    description:
      'Events are delivered to this address as they happen, signed according to Standard Webhooks. The response contains the secret, which is shown only once.',
    fields: {
      client_id: 'Only for Admins; a client creates its own.',
      url: 'An https address on the public internet.',
      event_types: 'The event types to deliver. Leave empty for all the types you may read.',
    },
  },
  updateWebhookEndpoint: {
    description: 'Changes the address and event types. Waiting events go to the new address.',
    fields: {
      url: 'An https address on the public internet.',
      event_types: 'The event types to deliver. Leave empty for all the types you may read.',
    },
  },
  createWebhookSecret: {
    description:
      'Creates a new secret, returned once. For 24 hours deliveries are signed with both secrets, so your receiver can switch.',
  },
  getTestClock: { description: 'The time in the sandbox. Needs a test key.' },
  moveTestClock: {
    description:
      'Moves the clock of the sandbox forward and runs what became due: reminders, expiry, certificates and reports. Emails and webhooks that follow from it are handled within seconds. Needs a test key.',
    fields: { minutes: 'How far to move the clock: at most 90 days in one call, and 400 days in all.' },
  },
  createTestInvoice: {
    description:
      'Writes the invoice that the school would send at the end of the month: everything that the sandbox bought within a year and that is on no other invoice. The events `invoice.created` and, 30 days later by the clock of the sandbox, `invoice.overdue` follow. Needs a test key.',
  },
  passTestStudents: {
    description:
      'Starts and passes courses of the sandbox, as if their students had taken them. Each row has its own result; a course that is complete already stays as it is. Certificates follow within seconds, for courses that have one. Needs a test key.',
    fields: { student_course_ids: 'The enrollments to pass, 200 at most.' },
  },
  sendTestEvent: { description: 'Delivers an event of the type `webhook.test` to this endpoint alone.' },
  deactivateWebhookEndpoint: { description: 'Pauses deliveries. Events are kept for up to 30 days.' },
  activateWebhookEndpoint: { description: 'Resumes deliveries, starting with waiting events, in order.' },
  removeWebhookEndpoint: { description: 'Removes the endpoint. Waiting events are not delivered.' },
  listWebhookDeliveries: {
    description: 'The deliveries to an endpoint, newest first, each with its last answer.',
    fields: {
      state: 'Only deliveries in this state.',
      before: 'The last `webhook_delivery_id` from the previous page, to get the next one.',
    },
  },
  getWebhookDelivery: {
    description: 'One delivery with the body that was sent and its last 20 attempts, newest first.',
  },
  resendWebhookDelivery: {
    description:
      'Delivers it again under the same `webhook-id`, so a receiver that already handled that id can skip it.',
  },
}

/** Fields that have the same meaning everywhere. */
export const fieldTexts: Readonly<Record<string, string>> = {
  external_id: 'Your own id.',
  external_person_id: 'Your own id of the student.',
  external_enrollment_id: 'Your own id of the enrollment.',
  enrollment_external_id: 'Your own id of the enrollment.',
  order_external_id: 'Your own id of the order.',
  group: 'Your own name of a group of students.',
  due_on: 'The day by which the course should be finished.',
  student_course_id: 'The id of an enrollment.',
  student_certificate_id: 'The id of a certificate.',
  course_website_id: 'The id of an offer: a course sold on a website at a price.',
  course_id: 'The id of a course, through all of its versions.',
  course_version_id: 'The id of a version of a course.',
  website_id: 'The id of a website.',
  organization_id: 'The id of an organization.',
  user_id: 'The id of a person.',
  authorization_key_id: 'The id of an authorization key.',
  authorization_key_batch_id: 'The id of a batch of authorization keys.',
  invoice_id: 'The id of an invoice.',
  order_id: 'The id of an order.',
  payment_id: 'The id of a payment.',
  limit: 'Rows per page.',
  webhook_endpoint_id: 'The id of a webhook endpoint.',
  webhook_delivery_id: 'The id of a delivery to a webhook endpoint.',
  completion_report_id: 'The id of a report to an agency.',
}
