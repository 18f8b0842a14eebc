import type { Sql } from '#platform/db/sql.ts'

/** The version of the driver improvement course, whose first lessons and personal questions are copied. */
const from = 1
const refresher = { course_id: 5, course_version_id: 5, organization_id: 1, slug: 'safe-driving-refresher' } as const
const lessons = [1001, 1002] as const
const seconds = 30

const version = {
  ...{ course_version_id: refresher.course_version_id, course_id: refresher.course_id, version_number: 1 },
  name: 'Safe Driving Refresher',
  ...{ image: '', image_alt: '' },
  excerpt: 'Two short lessons, a check of who takes them, and an exam under the eyes of a proctor.',
  description:
    'Two short lessons about what a driving course is for and how your record works. You set up personal questions, your phone, your device and your typing first. Whenever you come back, and after each minute, you answer a question, enter a code, unlock your device or type a text. The course ends in an exam that a proctor watches.',
  list_price_cents: 900,
  rating: null,
  required_seconds: lessons.length * seconds,
  ...{ components: 0, lessons: 0, narrated_lessons: 0 },
  certificate_template_id: null,
  allowed_certificate_templates: [],
  completion_description: 'You have completed the Safe Driving Refresher.',
  disclaimer: '',
  based_on_version_id: null,
}
const completion = {
  requireStudentsWatchAllVideos: 0,
  externalExam: { enabled: true, selectedType: 'proctored' },
  reviews: { enabled: false },
  customCompletionDescriptions: { enabled: false },
}

const turns = { showOnEveryAttempt: false, questionsPerAttempt: 1 }
const anyTime = { enabled: true, from: '', to: '' }
/** Every method by turns, on resume and with each minute of seat time; three tries lock, two unlocks are the student's own. */
const security = {
  setupIAgree: true,
  methods: {
    security_questions: {
      ...{ enabled: true, secondsToAnswerCorrectly: 15, enableTimerCountdown: true },
      ...{ courseResume: turns, regularValidation: turns },
    },
    keystroke: {
      ...{ enabled: true, lowerThreshold: -20, upperThreshold: 20, courseResume: turns, regularValidation: turns },
      content: 'I keep a safe following distance and look well ahead, whatever the road and the weather.',
    },
    phone: {
      ...{ enabled: true, setAvailability: true, threshold: 1, content: '' },
      ...{ sunday: anyTime, monday: anyTime, tuesday: anyTime, wednesday: anyTime, thursday: anyTime, friday: anyTime },
      saturday: anyTime,
    },
    biometrics: { enabled: true, courseResume: turns, regularValidation: turns },
  },
  globalSettings: {
    ...{ onFailValidation: 'lock_course', attempts_allowed: 3, verifyStudentOnCourseResume: 1 },
    ...{ setupCompleteText: '', setupCompleteTextEnabled: false, requireAgreement: true },
    frequencySettings: { type: 'minutes', value: 1 },
    idleTimer: { enabled: false, value: 5 },
    allowedLoginAttempts: { enabled: true, value: 3 },
    selfHelp: { enabled: true, value: 2 },
  },
}

/**
 * A course of two minutes with everything that a regulated one asks for: all identity checks, the device too, and a
 * proctored exam at the end.
 */
export async function loadRefresher(sql: Sql, sold: { organization_id: number; website_id: number }): Promise<void> {
  const { course_id, course_version_id, organization_id, slug } = refresher
  const addedRows = await sql`
    insert into catalogue.course ${sql({ course_id, organization_id, slug, lk_course_status_id: 2 })} on conflict do nothing`
  if (addedRows.count === 0) return
  await sql`
    insert into catalogue.course_version
    select (jsonb_populate_record(null::catalogue.course_version, to_jsonb(v) || ${sql.json(version)}::jsonb
      || jsonb_build_object(
        'completion_configuration', v.completion_configuration || ${sql.json(completion)}::jsonb,
        'course_registration_options', v.course_registration_options || '{"enabled": false}',
        'course_security_options', ${sql.json(security)}::jsonb))).*
    from catalogue.course_version v where course_version_id = ${from}`
  await sql`
    update catalogue.course set published_version_id = ${course_version_id} where course_id = ${course_id}`
  const versionColumns = { course_version_id }
  for (const table of ['chapter', 'section'] as const) {
    await sql`
      insert into catalogue.${sql(table)}
      select (jsonb_populate_record(null::catalogue.${sql(table)}, to_jsonb(c) || ${sql.json(versionColumns)}::jsonb)).*
      from catalogue.${sql(table)} c
      where course_version_id = ${from} and ${sql(`${table}_id`)} in (
        select s.${sql(`${table}_id`)} from catalogue.section s
        join catalogue.component p using (course_version_id, section_id)
        where course_version_id = ${from} and p.component_id = any(${sql.array([...lessons])}::int[]))`
  }
  const least = { ...versionColumns, required_seconds: seconds, timer_seconds: seconds }
  await sql`
    insert into catalogue.component
    select (jsonb_populate_record(null::catalogue.component, to_jsonb(c) || ${sql.json(least)}::jsonb)).*
    from catalogue.component c
    where course_version_id = ${from} and component_id = any(${sql.array([...lessons])}::int[])`
  await sql`
    insert into catalogue.question
    select (jsonb_populate_record(null::catalogue.question, to_jsonb(q) || ${sql.json(versionColumns)}::jsonb)).*
    from catalogue.question q where course_version_id = ${from} and used_in = 'security'`
  await sql`
    insert into catalogue.course_shipping_method (course_version_id, lk_shipping_type_id, enabled, price_cents)
    values (${course_version_id}, 4, true, 0)`
  await sql`
    insert into catalogue.course_website ${sql({ ...sold, course_id, price_cents: 900 })} on conflict do nothing`
}
