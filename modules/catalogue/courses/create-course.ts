import {
  audioDefaults,
  completionDefaults,
  overlay,
  RegistrationOptionsInput,
  SecurityOptionsInput,
} from '#modules/catalogue/authoring/options-input.schema.ts'
import { auditCourse } from '#modules/catalogue/drafts/audit-course.ts'
import { writer } from '#modules/catalogue/drafts/course-key.ts'
import { copyVersion, lockWorkingVersion } from '#modules/catalogue/drafts/draft.sql.ts'
import { insertCourse } from '#modules/catalogue/drafts/new-course.sql.ts'
import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { courseLanguageOf } from '#modules/catalogue/lookups.shared.ts'
import { registrationDefaults, securityDefaults } from '#modules/catalogue/versions/options.schema.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { ofVisited, staff, userOf } from '#platform/permissions.ts'
import { id, requiredText, z } from '#platform/schema.ts'
import { localize, localText } from '#platform/texts.ts'
import { assignNewIds } from './assign-new-ids.sql.ts'
import { courseTexts as words } from './courses.texts.ts'

const CreatedCourse = z.object({
  error: z.literal(false),
  course: z.object({ course_id: z.int(), course_version_id: z.int() }),
})

export const createCourse = operation({
  call: 'POST /course/create',
  summary: 'Adds a course of the current organization: a draft with one chapter',
  may: ofVisited(staff('MANAGE_COURSES:CREATE')),
  takes: z.object({
    name: requiredText(words.nameMissing),
    course_security_options: SecurityOptionsInput.optional(),
    course_registration_options: RegistrationOptionsInput.optional(),
  }),
  gives: CreatedCourse,
  fails: [catalogueErrors.tooManyCourses],
  async run(ctx, { name, course_security_options, course_registration_options }) {
    const { sql, locale } = ctx
    const course_id = await insertCourse(ctx, ctx.organization.organization_id, name)
    const [version] = await sql<{ course_version_id: number }>`
      insert into catalogue.course_version ${sql({
        course_id,
        version_number: 0,
        name,
        lk_language_id: courseLanguageOf(locale),
        audio: sql.json(audioDefaults),
        completion_configuration: sql.json(completionDefaults),
        course_security_options: sql.json(overlay(securityDefaults, course_security_options ?? {})),
        course_registration_options: sql.json(overlay(registrationDefaults, course_registration_options ?? {})),
        updated_by: userOf(ctx).user_id,
      })} returning course_version_id`
    const { course_version_id } = version!
    await sql`
      insert into catalogue.chapter (course_version_id, position, name)
      values (${course_version_id}, 1, ${localize(locale, words.chapter)})`
    await auditCourse(ctx, 'course.create', course_id, { after: { name } })
    return {
      error: false as const,
      course: { course_id, course_version_id },
      message: localText(locale, words, 'created'),
      redirect: pathTo('/manage/courses/:course_id', { course_id }),
    }
  },
})

/** The defaults of a new course; the contract lists this call without explaining it. */
export const newCourse = operation({
  call: 'GET /course/create',
  summary: 'The defaults of a new course',
  may: staff('MANAGE_COURSES:CREATE'),
  takes: z.object({}),
  gives: z.object({
    course: z.object({
      name: z.string(),
      lk_language_id: z.int(),
      audio: z.object({ enabled: z.boolean(), price: z.number(), language: z.string() }),
      course_security_options: z.record(z.string(), z.unknown()),
      course_registration_options: z.record(z.string(), z.unknown()),
    }),
  }),
  run: async () => ({
    course: {
      name: '',
      lk_language_id: 1,
      audio: { ...audioDefaults },
      course_security_options: { ...securityDefaults },
      course_registration_options: { ...registrationDefaults },
    },
  }),
})

export const duplicateCourse = operation({
  call: 'POST /course/duplicate',
  summary: 'A copy of a course with all its content, under a new name and unpublished',
  may: writer,
  takes: z.object({ course_id: id(), name: requiredText(words.nameMissing) }),
  gives: CreatedCourse,
  fails: [errors.notFound, catalogueErrors.tooManyCourses],
  async run(ctx, { course_id: from, name }) {
    const source = await lockWorkingVersion(ctx, { course_id: from })
    const course_id = await insertCourse(ctx, source.organization_id, name)
    const course_version_id = await copyVersion(ctx, source.course_version_id, { course_id, version_number: 0 })
    await assignNewIds(ctx, course_version_id)
    await ctx.sql`
      update catalogue.course_version set name = ${name}, rating = null where course_version_id = ${course_version_id}`
    await auditCourse(ctx, 'course.duplicate', course_id, { after: { name, from } })
    return {
      error: false as const,
      course: { course_id, course_version_id },
      message: localText(ctx.locale, words, 'duplicated'),
      redirect: pathTo('/manage/courses/:course_id', { course_id }),
    }
  },
})
