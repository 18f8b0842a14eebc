import { archiveTexts } from '#modules/catalogue/archive/archive.texts.ts'
import CourseImport from '#modules/catalogue/archive/course-import.island.tsx'
import { importCourse } from '#modules/catalogue/archive/request-import.ts'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { NeedsScripts } from './needs-scripts.tsx'

/** Imports a course of this or another installation from a file. */
export default page({
  address: '/manage/courses-import',
  title: archiveTexts.importCourse,
  may: importCourse.may,
  layout: BackOfficeLayout,
  view: () => (
    <>
      <NeedsScripts />
      <CourseImport />
    </>
  ),
})
