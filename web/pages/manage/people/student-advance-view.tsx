import { advanceTexts } from '#modules/backoffice/advance/advance.texts.ts'
import type {
  fetchAdvanceChapters,
  fetchAdvanceComponents,
  fetchAdvanceCourses,
  fetchAdvanceSections,
} from '#modules/backoffice/advance/advance-choices.ts'
import type { fetchWaitingAdvances } from '#modules/backoffice/advance/decide-advance.ts'
import { pathTo } from '#platform/path-to.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { SelectField, TextareaField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import type { Option } from '#platform/ui/native-select.tsx'
import { PageTitle, TextLink, Unseen } from '#platform/ui/parts.tsx'
import { field } from '#platform/web/form.ts'
import type { ViewInput } from '#platform/web/page.ts'
import { WaitingAdvances } from './advances-list.tsx'

/** The choices made so far, and the options of the next step. A step that isn't reached yet has none. */
export type AdvanceSteps = {
  student: { user_id: number; name: string }
  courses: Awaited<ReturnType<typeof fetchAdvanceCourses.run>>['courses']
  chapters: Awaited<ReturnType<typeof fetchAdvanceChapters.run>>['chapters'] | null
  sections: Awaited<ReturnType<typeof fetchAdvanceSections.run>>['sections'] | null
  components: Awaited<ReturnType<typeof fetchAdvanceComponents.run>>['components'] | null
  chosen: { course: number | null; chapter: number | null; section: number | null; component: number | null }
  second_person: boolean
  waiting: Awaited<ReturnType<typeof fetchWaitingAdvances.run>>['requests']
}

const names = ['course', 'chapter', 'section', 'component'] as const
type Name = (typeof names)[number]
type Props = { steps: AdvanceSteps; input: ViewInput }

/** The four steps. Each is a separate form, so it works without scripts and the address holds each choice. */
export function StudentAdvance({ steps, input }: Props) {
  const t = useTexts(advanceTexts)
  const { student, chosen, waiting } = steps
  const open = steps.courses.some(({ open_ind }) => open_ind)
  const index = names.findIndex((name) => chosen[name] === null)
  const now = index < 0 ? null : names[index]!
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={pathTo('/manage/student/:id', { id: student.user_id })} alone>
          ‹ {t('back')}
        </TextLink>
      </p>
      <PageTitle lead={t('lead')}>{t('titleOf', { name: student.name })}</PageTitle>
      <FormAlert message={Object.keys(input.form.errors).length > 0 ? null : input.form.message} />
      <div className="grid max-w-2xl grid-cols-1 gap-6">
        {waiting.length > 0 && <WaitingAdvances requests={waiting} form={input.form} />}
        {!open && <Empty title={t('noCourses')}>{t('noCoursesLead')}</Empty>}
        {open && (
          <Card>
            <div className="grid gap-4">
              {names.slice(0, now === null ? 4 : index).map((name) => (
                <Chosen key={name} name={name} steps={steps} />
              ))}
              {now === null ? <Last steps={steps} input={input} /> : <Choice name={now} steps={steps} />}
            </div>
          </Card>
        )}
      </div>
    </>
  )
}

function Chosen({ name, steps }: { name: Name; steps: AdvanceSteps }) {
  const t = useTexts(advanceTexts)
  const { chosen, student } = steps
  const query = new URLSearchParams(
    names.slice(0, names.indexOf(name)).map((before): [string, string] => [before, String(chosen[before])]),
  )
  const label = useOptions(name, steps).find(({ value }) => value === chosen[name])?.label
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-border pb-3">
      <span>
        <span className="block text-sm text-muted-foreground">{t(name)}</span>
        {label}
      </span>
      <TextLink href={pathTo('/manage/student/:id/advance', { id: student.user_id }, { query })}>
        <span aria-hidden="true">{t('change')}</span>
        <Unseen>{t('changeOf', { what: t(name) })}</Unseen>
      </TextLink>
    </p>
  )
}

function Choice({ name, steps }: { name: Name; steps: AdvanceSteps }) {
  const t = useTexts(advanceTexts)
  const index = names.indexOf(name)
  return (
    <form method="get" className="grid gap-4">
      <Before steps={steps} until={index} />
      <SelectField
        name={name}
        label={t(name)}
        hint={t('step', { n: index + 1 })}
        options={useOptions(name, steps)}
        placeholder
        required
      />
      <div>
        <SubmitButton>{t('continue')}</SubmitButton>
      </div>
    </form>
  )
}

const Before = ({ steps: { chosen }, until }: { steps: AdvanceSteps; until: number }) => (
  <>
    {names.slice(0, until).map((name) => (
      <input key={name} type="hidden" name={name} value={chosen[name] ?? ''} />
    ))}
  </>
)

/** All four are chosen: asks for the reason and for what should count. */
function Last({ steps, input: { form } }: Props) {
  const t = useTexts(advanceTexts)
  const { components, chosen, second_person } = steps
  const component = components!.find(({ component_id }) => component_id === chosen.component)!
  return (
    <form method="post" className="grid gap-4">
      <Before steps={steps} until={4} />
      {component.final_ind ? (
        <>
          <input type="hidden" name="final_ind" value="1" />
          <p>{t('examHint')}</p>
        </>
      ) : (
        <Checkbox
          name="complete_ind"
          value="1"
          label={t('completeInd')}
          defaultChecked={form.values.complete_ind === '1'}
        />
      )}
      <TextareaField
        {...field(form, 'reason')}
        label={t('reason')}
        hint={t('reasonHint')}
        maxLength={500}
        rows={3}
        required
      />
      {second_person && <p>{t('secondPerson')}</p>}
      <div>
        <BusySubmit label={t(second_person ? 'ask' : 'submit')} busyLabel={t('working')} />
      </div>
    </form>
  )
}

function useOptions(name: Name, { courses, chapters, sections, components }: AdvanceSteps): Option[] {
  const t = useTexts(advanceTexts)
  const part = (value: number, label: string, isDone: boolean): Option => ({
    value,
    label: isDone ? t('done', { name: label }) : label,
  })
  switch (name) {
    case 'course':
      return courses
        .filter(({ open_ind }) => open_ind)
        .map(({ student_course_id, course_name, status }) => ({
          value: student_course_id,
          label: `${course_name} · ${status}`,
        }))
    case 'chapter':
      return (chapters ?? []).map((chapter) =>
        part(chapter.chapter_id, chapter.name, chapter.completed === chapter.components),
      )
    case 'section':
      return (sections ?? []).map((section) =>
        part(section.section_id, section.name, section.completed === section.components),
      )
    case 'component':
      return (components ?? []).map((component) =>
        part(component.component_id, component.name, component.completed_ind),
      )
  }
}
