import { autocompleteCourses } from '#modules/catalogue/websites/autocomplete.ts'
import { fetchDashboard } from '#modules/learning/dashboard/fetch-dashboard.ts'
import { chatTexts } from '#modules/support/chat/chat.texts.ts'
import ChoiceField from '#modules/support/chat/choice-field.island.tsx'
import { canWorkOnTickets, initialCategory, listCategories, selectSupportNotice } from '#modules/support/entry.ts'
import { createSupportTicket } from '#modules/support/handling/create-ticket.ts'
import { autocompleteReporter } from '#modules/support/handling/reassign-ticket.ts'
import { encodeMessage } from '#modules/support/tickets/encoding.shared.ts'
import { reporterTypes } from '#modules/support/tickets/reporter-types.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds, signedIn, student } from '#platform/permissions.ts'
import { localText } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { SelectField, TextareaField, TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { type FormState, field, invalid } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { SupportLayout } from './support-layout.tsx'

/** A new ticket. A link can prefill it: `?new=true&category_id=…&course_id=…&details=…`. */
export default page({
  address: '/support/center',
  title: chatTexts.newTicket,
  may: signedIn,
  layout: SupportLayout,
  async load({ ctx, query }) {
    const forOthers = canWorkOnTickets(ctx) && holds(ctx.actor, 'MANAGE_SUPPORT:UPDATE')
    const search = query.reporter?.slice(0, 100) ?? ''
    const type = query.type === String(reporterTypes.organization) ? reporterTypes.organization : reporterTypes.person
    const input = { searchkey: `contains:${search}`, lk_reporter_entity_type_id: type }
    const reporters = forOthers && search ? (await autocompleteReporter.run(ctx, input)).data : []
    const [categories, notice] = await Promise.all([listCategories(ctx), selectSupportNotice(ctx)])
    return {
      categories,
      notice: forOthers ? null : (notice.closed ?? notice.hours),
      reporters: reporters.map(({ reporter_id, name, email }) => ({ reporter_id, name, email })),
      search,
      type,
      forOthers,
      courses: forOthers ? await firstCourses(ctx) : student.gate(ctx.actor) ? await coursesOf(ctx) : [],
      first: {
        category_id: initialCategory(categories, query.category_id),
        course_id: query.course_id ?? '',
        details: query.details?.slice(0, 1_000) ?? '',
        former_issue_id: query.former_issue_id ?? '',
        client_id: crypto.randomUUID() as string,
      },
    }
  },
  async submit({ ctx, form }) {
    const { details = '', category_id, course_id, former_issue_id, client_id } = form.values
    const { reporter_entity_id, lk_reporter_entity_type_id } = form.values
    if (!details.trim()) return invalid({ details: localText(ctx.locale, chatTexts, 'detailsMissing') })
    const { data } = await createSupportTicket.run(ctx, {
      details: encodeMessage(details),
      category_id: Number(category_id) || undefined,
      course_id: Number(course_id) || null,
      notifyEmail: form.values.notifyEmail === '1',
      reporter_entity_id: Number(reporter_entity_id) || null,
      lk_reporter_entity_type_id: Number(lk_reporter_entity_type_id) || null,
      former_issue_id: Number(former_issue_id) || null,
      client_id: client_id || null,
    })
    return redirect(pathTo('/support/:id', { id: data.chat_thread_id }))
  },
  view: (data, { form }) => <NewTicket {...data} form={form} />,
})

/** The first courses that staff find; with scripts they search for others. */
async function firstCourses(ctx: Ctx) {
  const { course } = await autocompleteCourses.run(ctx, {})
  return course.map(({ course_id, name }) => ({ value: course_id, label: name }))
}

async function coursesOf(ctx: Ctx) {
  const { data } = await fetchDashboard.run(ctx, {})
  return data.course.map(({ course_id, course_name }) => ({ value: course_id, label: course_name }))
}

type Props = {
  categories: readonly { value: number; label: string }[]
  notice: string | null
  reporters: readonly { reporter_id: number; name: string; email: string }[]
  search: string
  /** The kind of reporter that staff search for: a person or an organization. */
  type: number
  forOthers: boolean
  courses: readonly { value: number; label: string }[]
  first: Record<'category_id' | 'course_id' | 'details' | 'former_issue_id' | 'client_id', string>
  form: FormState
}

function NewTicket({ categories, notice, reporters, search, type, forOthers, courses, first, form }: Props) {
  const t = useTexts(chatTexts)
  return (
    <div className="mx-auto max-w-2xl">
      <PageTitle>{t('newTicket')}</PageTitle>
      {forOthers && <FindReporter search={search} type={type} none={search !== '' && reporters.length === 0} />}
      <Card>
        <FormAlert message={form.message} />
        <form method="post" className="grid gap-4">
          <input type="hidden" name="client_id" value={form.values.client_id ?? first.client_id} />
          <input type="hidden" name="former_issue_id" value={form.values.former_issue_id ?? first.former_issue_id} />
          {reporters.length > 0 && <input type="hidden" name="lk_reporter_entity_type_id" value={type} />}
          {reporters.length > 0 && (
            <SelectField
              label={t('reporter')}
              {...field(form, 'reporter_entity_id')}
              options={reporters.map(({ reporter_id, name, email }) => ({
                value: reporter_id,
                label: email ? `${name} (${email})` : name,
              }))}
            />
          )}
          <SelectField label={t('about')} {...field(form, 'category_id', first.category_id)} options={categories} />
          {courses.length > 0 && forOthers && (
            <ChoiceField
              courses
              label={t('course')}
              name="course_id"
              error={form.errors.course_id}
              placeholder={t('noCourse')}
              options={courses}
              chosen={chosenOf(courses, Number(form.values.course_id ?? first.course_id))}
            />
          )}
          {courses.length > 0 && !forOthers && (
            <SelectField
              label={t('course')}
              {...field(form, 'course_id', first.course_id)}
              placeholder={t('noCourse')}
              options={courses}
            />
          )}
          <TextareaField
            label={t('details')}
            {...field(form, 'details', first.details)}
            required
            rows={6}
            maxLength={5_000}
          />
          {notice && <p className="text-sm text-muted-foreground">{notice}</p>}
          <Checkbox
            name="notifyEmail"
            value="1"
            defaultChecked
            label={t(reporters.length > 0 ? 'notifyReporter' : 'notify')}
          />
          <div className="flex flex-wrap items-center gap-4">
            <Button type="submit">{t('createTicket')}</Button>
            <TextLink href={pathTo('/support', { query: { view: 'list' } })}>{t('back')}</TextLink>
          </div>
        </form>
      </Card>
    </div>
  )
}

/** The selected course, by its number if it is not among the first ones. */
const chosenOf = (courses: Props['courses'], value: number) =>
  courses.find((course) => course.value === value) ?? (value ? { value, label: `#${value}` } : undefined)

type FindProps = { search: string; type: number; none: boolean }

/** Searches for the person or organization that a ticket is for. A new type clears the search. */
function FindReporter({ search, type, none }: FindProps) {
  const t = useTexts(chatTexts)
  return (
    <form method="get" className="mb-4 grid items-end gap-2 sm:grid-cols-[12rem_1fr_auto]">
      <input type="hidden" name="new" value="true" />
      <SelectField
        label={t('reporterType')}
        name="type"
        defaultValue={type}
        options={[
          { value: reporterTypes.person, label: t('person') },
          { value: reporterTypes.organization, label: t('anOrganization') },
        ]}
      />
      <TextField
        label={t(type === reporterTypes.organization ? 'findOrganization' : 'findPerson')}
        name="reporter"
        defaultValue={search}
      />
      <Button type="submit" variant="outline">
        {t('reporterFind')}
      </Button>
      {none && (
        <p role="status" className="text-sm sm:col-span-3">
          {t('reporterNone')}
        </p>
      )}
    </form>
  )
}
