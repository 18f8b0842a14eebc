import { archiveTexts } from '#modules/catalogue/archive/archive.texts.ts'
import { exportCourse } from '#modules/catalogue/archive/request-export.ts'
import { courseStatus, lk_course_status } from '#modules/catalogue/lookups.shared.ts'
import { publishCourse, unpublishCourse } from '#modules/catalogue/publishing/publish-course.ts'
import type { Sql } from '#platform/db/sql.ts'
import { sqlPath } from '#platform/db/sql-path.ts'
import { defineGrid } from '#platform/grid/grid.ts'
import { rowPath } from '#platform/grid/row-path.ts'
import { staff } from '#platform/permissions.ts'
import { localize } from '#platform/texts.ts'
import { CourseFigures, readFigures, taughtBy } from './course-figures.ts'
import { courseTexts as words } from './courses.texts.ts'

const bundledSql = (sql: Sql) => sql`
  exists (select from catalogue.course_bundle b where b.course_version_id = coalesce(d.course_version_id, p.course_version_id))`

/** The courses owned by an organization and those below it, most recently changed first. */
export const courses = defineGrid({
  calls: { fetch: 'GET /course/fetch', export: 'GET /course/export' },
  rows: 'courses',
  file: 'CourseData.xlsx',
  title: words.title,
  empty: words.empty,
  may: staff('MANAGE_COURSES:READ'),
  clients: 'listCourses',
  from: (sql, inScope) => sql`
    from catalogue.course c
    join identity.v_organization o on o.organization_id = c.organization_id
    left join catalogue.course_version p on p.course_version_id = c.published_version_id
    left join catalogue.course_version d on d.course_id = c.course_id and d.version_number = 0
    where c.deleted_at is null and (p.course_version_id is not null or d.course_version_id is not null)
      and ${inScope(sql`c.organization_id`)}`,
  order: ['-updated_at'],
  key: 'course_id',
  narrowings: { instructor_id: { label: words.instructor, kind: 'number', where: taughtBy } },
  more: { gives: CourseFigures.shape, read: readFigures },
  columns: {
    name: {
      label: words.name,
      kind: 'text',
      sql: (sql) => sql`coalesce(d.name, p.name, c.slug)`,
      search: true,
      link: 'link',
      linkFor: 'MANAGE_COURSES:UPDATE',
      remark: { by: 'bundled', text: words.bundled },
    },
    organization_name: { label: words.organization, kind: 'text', sql: (sql) => sql`o.name`, search: true },
    lk_course_status_id: {
      label: words.status,
      kind: 'status',
      sql: (sql) => sql`c.lk_course_status_id`,
      choices: lk_course_status,
    },
    published_at: {
      label: words.publishedAt,
      kind: 'instant',
      nullable: true,
      precise: true,
      sql: (sql) => sql`p.published_at`,
    },
    updated_at: {
      label: words.updatedAt,
      kind: 'instant',
      precise: true,
      sql: (sql) => sql`coalesce(d.updated_at, p.updated_at, c.updated_at)`,
    },
    draft_ind: {
      label: words.draft,
      kind: 'flag',
      sql: (sql) => sql`(d.course_version_id is not null)`,
      shown: 'hidden',
    },
    bundled_ind: { label: words.bundled, kind: 'flag', sql: bundledSql, shown: 'hidden' },
    version_number: {
      label: words.version,
      kind: 'number',
      nullable: true,
      sql: (sql) => sql`p.version_number`,
      shown: 'hidden',
    },
    bundled: {
      label: words.bundled,
      kind: 'text',
      nullable: true,
      sql: (sql) => sql`case when ${bundledSql(sql)} then 'bundled' end`,
      words: (_bundled, locale) => localize(locale, words.bundled),
      shown: 'never',
    },
    link: {
      label: words.edit,
      kind: 'text',
      sql: (sql) => sqlPath(sql, '/manage/courses/:course_id', { course_id: sql`c.course_id` }),
      filter: false,
      sort: false,
      shown: 'never',
    },
    course_id: { label: words.id, kind: 'number', sql: (sql) => sql`c.course_id`, shown: 'hidden' },
    organization_id: {
      label: words.organization,
      kind: 'number',
      sql: (sql) => sql`c.organization_id`,
      shown: 'never',
    },
  },
  actions: [
    {
      name: 'publish',
      label: words.publish,
      may: 'MANAGE_COURSES:UPDATE',
      when: { lk_course_status_id: [courseStatus.Unpublished] },
      operation: publishCourse,
      takes_key: 'course_id',
    },
    {
      name: 'unpublish',
      label: words.unpublish,
      may: 'MANAGE_COURSES:UPDATE',
      when: { lk_course_status_id: [courseStatus.Published] },
      operation: unpublishCourse,
      takes_key: 'course_id',
      confirm: { title: words.unpublishTitle, text: words.unpublishLead },
    },
    {
      name: 'export',
      label: archiveTexts.exportCourse,
      may: 'MANAGE_COURSES:UPDATE',
      operation: exportCourse,
      takes_key: 'course_id',
      chosenOnly: 'each course is an archive of its own, which may hold gigabytes of media',
    },
  ],
  links: [
    {
      label: words.edit,
      may: 'MANAGE_COURSES:UPDATE',
      opens: rowPath('/manage/courses/:course_id', { course_id: '{key}' }),
    },
    {
      label: words.duplicate,
      may: 'MANAGE_COURSES:UPDATE',
      opens: rowPath('/manage/courses/:course_id/duplicate', { course_id: '{key}' }),
    },
    {
      label: words.remove,
      may: 'MANAGE_COURSES:DELETE',
      opens: rowPath('/manage/courses/:course_id/remove', { course_id: '{key}' }),
    },
  ],
})
