import { courseOne } from '#modules/catalogue/authoring/course-one.ts'
import { coursePath } from '#modules/catalogue/authoring/tabs.shared.ts'
import { courseEditorTexts } from '#modules/catalogue/course-editor/course-editor.texts.ts'
import { pathTo } from '#platform/path-to.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'

/** The course editor's overview. The tab of submissions leads to their list, filtered by the course; templates have their own page. */
export default page({
  address: '/manage/courses/:course_id{[0-9]{1,9}}/:tab{submissions|certificate}?',
  title: courseEditorTexts.overview,
  may: courseOne.may,
  async load({ ctx, params: { course_id, tab } }) {
    const { course } = await courseOne.run(ctx, { course_id: Number(course_id) })
    if (tab === 'submissions') {
      const query = { show: 'all', course_name: `exact:${course.name}` }
      return redirect(pathTo('/manage/submissions/quizzes', { query }), { status: 302 })
    }
    return redirect(coursePath(course.course_id, tab === 'certificate' ? 'certificates' : 'overview'), { status: 302 })
  },
  view: () => null,
})
