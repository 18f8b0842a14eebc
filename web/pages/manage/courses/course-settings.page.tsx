import { addProgramQuestions, registrationGap } from '#modules/catalogue/authoring/add-program-questions.ts'
import {
  courseSupport,
  updateCertTemplate,
  updateSupport,
} from '#modules/catalogue/authoring/certificates-and-support.ts'
import { courseOne } from '#modules/catalogue/authoring/course-one.ts'
import { getRegistration, updateRegistration } from '#modules/catalogue/authoring/registration.ts'
import { getSecurity, updateSecurity } from '#modules/catalogue/authoring/security.ts'
import { coursePath } from '#modules/catalogue/authoring/tabs.shared.ts'
import { updateOverview } from '#modules/catalogue/authoring/update-overview.ts'
import { fetchCertificateTemplates } from '#modules/catalogue/certificate-templates/manage-templates.ts'
import {
  bundledCourses,
  type ChosenCourse,
  recommendedCourses,
} from '#modules/catalogue/course-editor/chosen-courses.shared.ts'
import { courseEditorTexts } from '#modules/catalogue/course-editor/course-editor.texts.ts'
import { type EditedQuestion, toEditedQuestions } from '#modules/catalogue/course-editor/edited-question.shared.ts'
import {
  type SettingsTab,
  settingGroups,
  settingRecord,
  settingValues,
} from '#modules/catalogue/course-editor/settings-fields.shared.ts'
import SettingsForm from '#modules/catalogue/course-editor/settings-form.island.tsx'
import { type StudentDatum, studentData } from '#modules/catalogue/programs/student-data.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { megabyte } from '#platform/http/limit-body.ts'
import { holds } from '#platform/permissions.ts'
import { localize, localText } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import type { SentForm } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { listParts } from './course-lessons.ts'
import { type CourseHead, CourseShell, EditorTab, headOf } from './course-shell.tsx'

type Values = Record<string, string | boolean | string[]>
type PageData = {
  tab: SettingsTab
  course: CourseHead
  revision: number
  values: Values
  questions: Partial<Record<'registration' | 'security' | 'content', EditedQuestion[]>>
  /** The tab's choices, by name. */
  offered: Record<'templates' | 'staff' | 'lessons', { value: number; label: string }[]>
  courses?: ChosenCourse[] | undefined
  canWrite: boolean
  /** The data that the program requires and no registration question asks for. */
  missing: StudentDatum[]
}

/** The settings tabs: saved while edited, or by a posted form. */
export default page({
  address:
    '/manage/courses/:course_id{[0-9]{1,9}}/:tab{overview|achievements|marketing|registration|security|certificates|support}',
  title: (data: PageData, locale) => localize(locale, courseEditorTexts[data.tab]),
  may: courseOne.may,
  max_form: megabyte,
  layout: BackOfficeLayout,
  async load({ ctx, params }): Promise<PageData> {
    const tab = params.tab as SettingsTab
    const { course } = await courseOne.run(ctx, { course_id: Number(params.course_id) })
    const tabData = await loadTab(ctx, tab, course)
    return {
      tab,
      course: headOf(course),
      questions: {},
      offered: {
        templates: tab === 'certificates' ? await listTemplates(ctx, course) : [],
        staff: [],
        lessons: tab === 'security' ? listParts(course.chapters) : [],
      },
      canWrite: holds(ctx.actor, 'MANAGE_COURSES:UPDATE'),
      missing: tab === 'registration' ? (await registrationGap(ctx, course)).missing : [],
      ...tabData,
    }
  },
  async submit({ ctx, params, form }) {
    const tab = params.tab as SettingsTab
    const course_id = Number(params.course_id)
    if (form.values.add_questions) {
      const { added } = await addProgramQuestions.run(ctx, { course: { course_id } })
      const text = localText(ctx.locale, courseEditorTexts, 'programQuestionsAdded', { n: added.length })
      return redirect(coursePath(course_id, tab), { flash: { kind: 'success', text } })
    }
    await saveTab(ctx, tab, course_id, form)
    const text = localText(ctx.locale, courseEditorTexts, 'saved')
    return redirect(coursePath(course_id, tab), { flash: { kind: 'success', text } })
  },
  view: ({ tab, course, canWrite, missing, ...data }, { form }) => (
    <CourseShell course={course} tab={tab} canWrite={canWrite}>
      <FormAlert message={form.message} />
      {canWrite && missing.length > 0 && <MissingQuestions missing={missing} />}
      <EditorTab canWrite={canWrite}>
        <SettingsForm
          tab={tab}
          course_id={course.course_id}
          organization_id={course.organization_id}
          {...data}
          errors={{ ...form.errors }}
        />
      </EditorTab>
    </CourseShell>
  ),
})

function MissingQuestions({ missing }: Pick<PageData, 'missing'>) {
  const t = useTexts(courseEditorTexts)
  const locale = useLocale()
  const data = missing.map((datum) => localize(locale, studentData[datum])).join(', ')
  return (
    <Card className="mb-6 grid max-w-3xl justify-items-start gap-3">
      <p>{t('programQuestionsMissing', { data })}</p>
      <form method="post">
        <input type="hidden" name="add_questions" value="1" />
        <Button type="submit">{t('addProgramQuestions', { n: missing.length })}</Button>
      </form>
    </Card>
  )
}

/** The templates available to the organization, and those already in the course. */
async function listTemplates(ctx: Ctx, course: Course): Promise<PageData['offered']['templates']> {
  const { data } = await fetchCertificateTemplates.run(ctx, {})
  const templateOptions = data.map(({ certificate_template_id, name }) => ({
    value: certificate_template_id,
    label: name,
  }))
  const templateIds = [...course.allowed_certificate_templates.split(','), course.certificate_template_id ?? ''].map(
    Number,
  )
  const missing = [...new Set(templateIds)].filter((id) => id > 0 && !templateOptions.some(({ value }) => value === id))
  return [
    ...templateOptions,
    ...missing.map((value) => ({ value, label: localText(ctx.locale, courseEditorTexts, 'template', { n: value }) })),
  ]
}

type Course = Awaited<ReturnType<typeof courseOne.run>>['course']

async function loadTab(ctx: Ctx, tab: SettingsTab, course: Course) {
  const { course_id, course_version_id } = course
  const valuesOf = (record: object) => settingValues(tab, record as Record<string, unknown>) as Values
  switch (tab) {
    case 'registration': {
      const { revision, questions, shippingMethods, ...rest } = await getRegistration.run(ctx, { course_version_id })
      const methods = Object.fromEntries(shippingMethods.map((method) => [method.value, method]))
      const values = valuesOf({ ...rest, shippingMethods: methods })
      const lists = { registration: toEditedQuestions(questions) }
      return { revision, values, questions: lists, courses: recommendedCourses(rest.courseUpsells) }
    }
    case 'security': {
      const { revision, configuration } = await getSecurity.run(ctx, { course_version_id })
      const { methods } = configuration as {
        methods: Record<'security_questions' | 'content_questions', { questions: EditedQuestion[] }>
      }
      const questions = { security: methods.security_questions.questions, content: methods.content_questions.questions }
      return { revision, values: valuesOf(configuration), questions }
    }
    case 'support': {
      const { revision, support, assignee_name } = await courseSupport.run(ctx, { course_id })
      const values = valuesOf(JSON.parse(support))
      const staff = assignee_name === null ? [] : [{ value: Number(values.assignee), label: assignee_name }]
      return { revision, values, offered: { templates: [], staff, lessons: [] } }
    }
    default:
      return {
        revision: course.revisions[tab === 'certificates' ? 'certificates' : 'overview'] ?? 0,
        values: valuesOf(course),
        courses: tab === 'overview' ? bundledCourses(course.bundled_courses) : undefined,
      }
  }
}

/** The posted form of a tab: unchecked boxes are not sent, so every setting of the tab is read. */
async function saveTab(ctx: Ctx, tab: SettingsTab, course_id: number, form: SentForm): Promise<void> {
  const values = Object.fromEntries(
    settingGroups[tab].flatMap(({ fields }) =>
      fields.map(({ path, kind }) => [path, kind === 'many' ? form.all(path) : (form.values[path] ?? '')]),
    ),
  )
  const record = settingRecord(tab, values)
  const revision = Number(form.values.revision ?? 0)
  const course = { course_id }
  switch (tab) {
    case 'registration': {
      const { shippingMethods, ...rest } = record as {
        shippingMethods: Record<string, { enabled: boolean; price: number }>
      }
      const methods = Object.entries(shippingMethods).map(([value, method]) => ({ value: Number(value), ...method }))
      await updateRegistration.run(ctx, { course, revision, ...rest, shippingMethods: methods })
      return
    }
    case 'security':
      await updateSecurity.run(ctx, { course, revision, configuration: record })
      return
    case 'certificates':
      await updateCertTemplate.run(ctx, { course: { ...course, ...record }, revision })
      return
    case 'support':
      await updateSupport.run(ctx, { course_id, revision, supportConfiguration: record })
      return
    default:
      await updateOverview.run(ctx, { course_id, ...record, revisions: { overview: revision } })
  }
}
