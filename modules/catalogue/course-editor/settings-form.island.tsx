import { useState } from 'react'
import { type Locale, localize } from '#platform/texts.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { island } from '#platform/ui/island.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { shared } from '#platform/ui/shared.tsx'
import type { ChosenCourse } from './chosen-courses.shared.ts'
import { ChosenCourses } from './chosen-courses.tsx'
import type { Labels } from './conflict-fields.ts'
import { type FormValue, type ListName, loadForm, renewForm, saveForm } from './course-calls.ts'
import { courseEditorTexts } from './course-editor.texts.ts'
import type { EditedList } from './edited-list.shared.ts'
import type { EditedQuestion } from './edited-question.shared.ts'
import { QuestionList } from './question-editor.tsx'
import { SaveState } from './save-state.tsx'
import { SettingFields } from './setting-fields.shared.tsx'
import { type Offered, type SettingsTab, settingGroups } from './settings-fields.shared.ts'
import { useAutosave } from './use-autosave.ts'

type Props = {
  tab: SettingsTab
  course_id: number
  organization_id: number
  revision: number
  values: Record<string, string | boolean | string[]>
  /** The tab's questions, by list. */
  questions: Partial<Record<ListName, EditedQuestion[]>>
  errors: Record<string, string>
  offered: Offered
  courses?: ChosenCourse[] | undefined
}

/** The settings of a tab and its questions, saved automatically; without scripts, a plain form. */
export default island('catalogue/settings-form', { when: 'load', shares: shared() }, SettingsForm)

function SettingsForm({
  tab,
  course_id,
  organization_id,
  revision,
  values,
  questions,
  errors,
  offered,
  courses,
}: Props) {
  const t = useTexts(courseEditorTexts)
  const locale = useLocale()
  const [first] = useState<FormValue>(() => ({
    settings: values,
    lists: Object.fromEntries(
      Object.entries(questions).map(([name, list]) => [name, { questions: list, deleted: [] }]),
    ),
    courses,
  }))
  const saves = useAutosave<FormValue>({
    name: `${tab}:${course_id}`,
    value: first,
    revision,
    save: (value, basedOn) => saveForm(tab, course_id, value, basedOn),
    load: () => loadForm(tab, course_id),
    renew: (theirs) => (mine) => renewForm(mine, theirs),
  })
  const { settings, lists, courses: chosenCourses } = saves.value
  return (
    <form
      method="post"
      className="grid max-w-4xl grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void saves.saveNow()
      }}
    >
      <input type="hidden" name="revision" value={revision} />
      <SettingFields
        tab={tab}
        values={settings}
        errors={errors}
        offered={offered}
        organization_id={organization_id}
        onChange={(changes) => saves.change({ ...saves.value, settings: { ...settings, ...changes } })}
      />
      <noscript>
        <SubmitButton>{t('save')}</SubmitButton>
      </noscript>
      {chosenCourses && (
        <Panel title={t(tab === 'overview' ? 'bundle' : 'upsells')} className="scripted">
          <ChosenCourses
            course_id={course_id}
            label={t(tab === 'overview' ? 'bundle' : 'upsells')}
            optional={tab === 'overview'}
            courses={chosenCourses}
            onChange={(next) => saves.change({ ...saves.value, courses: next })}
          />
        </Panel>
      )}
      <QuestionLists
        lists={lists}
        lessons={offered.lessons}
        organization_id={organization_id}
        onChange={(name, list) => saves.change({ ...saves.value, lists: { ...lists, [name]: list } })}
      />
      <SaveState saves={saves} describe={(value) => linesOf(tab, value, locale)} labels={labelsOf(tab, offered)} />
    </form>
  )
}

/** The labels and choices of a tab's settings, by path. */
const labelsOf = (tab: SettingsTab, offered: Offered): Labels =>
  Object.fromEntries(
    settingGroups[tab].flatMap(({ fields }) =>
      fields.map(({ path, label, choices, offered: name }) => [
        path,
        {
          label,
          choices:
            choices ??
            (name &&
              offered[name].map((record) => ({ value: record.value, label: [record.label, record.label] as const }))),
        },
      ]),
    ),
  )

type ListsProps = {
  lists: FormValue['lists']
  lessons: Offered['lessons']
  organization_id: number
  onChange: (name: ListName, list: EditedList) => void
}

function QuestionLists({ lists, lessons, organization_id, onChange }: ListsProps) {
  const t = useTexts(courseEditorTexts)
  return (Object.entries(lists) as [ListName, EditedList][]).map(([name, list]) => (
    <Panel key={name} title={titleOf(name, t)} className="scripted">
      <QuestionList
        use={name}
        questions={list.questions}
        lessons={lessons}
        organization_id={organization_id}
        onChange={(changedQuestions, deletedId) =>
          onChange(name, {
            questions: changedQuestions,
            deleted: deletedId && deletedId > 0 ? [...list.deleted, deletedId] : list.deleted,
          })
        }
      />
    </Panel>
  ))
}

/** The settings of a tab as lines, for comparing. */
const linesOf = (tab: SettingsTab, value: FormValue, locale: Locale): string[] => [
  ...settingGroups[tab].flatMap(({ fields }) =>
    fields.map(({ path, label }) => `${localize(locale, label)}: ${String(value.settings[path] ?? '')}`),
  ),
  ...(value.courses ?? []).map(({ name }) => name),
  ...Object.values(value.lists).flatMap((list) => list.questions.map(({ configuration }) => configuration.title)),
]

const titleOf = (name: ListName, t: (key: 'questions' | 'securityQuestions' | 'contentQuestions') => string) =>
  t(({ registration: 'questions', security: 'securityQuestions', content: 'contentQuestions' } as const)[name])
